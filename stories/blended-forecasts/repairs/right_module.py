# %% replace id=weights
class Blend(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.theta = torch.nn.Parameter(torch.zeros(3))

    def forward(self, F):
        return F @ torch.softmax(self.theta, dim=0)

net = Blend()

# %% replace id=optimizer
optimizer = torch.optim.SGD(net.parameters(), lr=0.02)

# %% replace id=fit
history = []
for step in range(400):
    blend = net(F)
    loss = ((blend - target) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss.item())

final = torch.softmax(net.theta, dim=0).detach().numpy()
print("rmse %.2f MW with" % np.sqrt(history[-1]), dict(zip(sources, final.round(2).tolist())))
