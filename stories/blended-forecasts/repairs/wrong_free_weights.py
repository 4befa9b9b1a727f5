# %% replace id=weights
weights = torch.full((3,), 1 / 3, requires_grad=True)
weights

# %% replace id=optimizer
optimizer = torch.optim.Adam([weights], lr=0.03)

# %% replace id=fit
history = []
for step in range(400):
    blend = F @ weights
    loss = ((blend - target) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss.item())

final = weights.detach().numpy()
print("rmse %.2f MW with" % np.sqrt(history[-1]), dict(zip(sources, final.round(2).tolist())))
