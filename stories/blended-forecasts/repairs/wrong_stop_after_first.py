# %% replace id=fit
history = []
for step in range(400):
    blend = F @ weights
    loss = ((blend - target) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss.item())
    break

final = torch.softmax(theta, dim=0).detach().numpy()
print("rmse %.2f MW with" % np.sqrt(history[-1]), dict(zip(sources, final.round(2).tolist())))
