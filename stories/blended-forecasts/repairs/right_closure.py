# %% replace id=optimizer
optimizer = torch.optim.LBFGS([theta], lr=0.5)

# %% replace id=fit
history = []

def closure():
    optimizer.zero_grad()
    loss = ((F @ torch.softmax(theta, dim=0) - target) ** 2).mean()
    loss.backward()
    return loss

for step in range(30):
    history.append(optimizer.step(closure).item())

final = torch.softmax(theta, dim=0).detach().numpy()
print("rmse %.2f MW with" % np.sqrt(history[-1]), dict(zip(sources, final.round(2).tolist())))
