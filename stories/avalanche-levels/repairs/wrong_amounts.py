# %% replace id=net
n_levels = 5
net = nn.Sequential(
    nn.Linear(len(features), 24), nn.ReLU(),
    nn.Linear(24, 1),
)

# %% replace id=train
for epoch in range(250):
    opt.zero_grad()
    loss = ((net(X_train) - y_train) ** 2).mean()
    loss.backward()
    opt.step()

levels = net(X_test).round().long().flatten().clamp(1, 5)
print(f"loss {loss.item():.3f}", pd.Series(levels.numpy()).value_counts().sort_index().to_dict())
