# %% replace id=net
n_levels = 6  # 0 never comes
net = nn.Sequential(
    nn.Linear(len(features), 24), nn.ReLU(),
    nn.Linear(24, n_levels),
)

# %% replace id=train
for epoch in range(250):
    opt.zero_grad()
    loss = loss_fn(net(X_train), y_train)
    loss.backward()
    opt.step()

levels = net(X_test).argmax(dim=1)
print(f"loss {loss.item():.3f}", pd.Series(levels.numpy()).value_counts().sort_index().to_dict())
