# %% replace id=weights
theta = torch.zeros(3, requires_grad=True)

def mix():
    return torch.softmax(theta, dim=0)

mix()

# %% replace id=fit
history = []
for step in range(400):
    blend = F @ mix()
    loss = ((blend - target) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss.item())

final = torch.softmax(theta, dim=0).detach().numpy()
print("rmse %.2f MW with" % np.sqrt(history[-1]), dict(zip(sources, final.round(2).tolist())))
