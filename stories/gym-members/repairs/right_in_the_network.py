# %% replace id=net
net = nn.Sequential(nn.Linear(7, 16), nn.ReLU(), nn.Linear(16, 1), nn.Flatten(0))
net(Xt[:3])

# %% replace id=train
history = []
for epoch in range(25):
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(net(xb), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    history.append(total / len(Xt))
print(f"loss {history[0]:.3f} -> {history[-1]:.3f}")
