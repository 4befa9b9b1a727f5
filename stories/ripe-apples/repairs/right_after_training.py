# %% replace id=train
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
loss_fn = nn.BCEWithLogitsLoss()
losses = []
for epoch in range(40):
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(net(xb), yb)
        loss.backward()
        optimizer.step()
    losses.append(loss.item())
plt.figure(figsize=(4, 1.8))
plt.plot(losses);
net.eval();
