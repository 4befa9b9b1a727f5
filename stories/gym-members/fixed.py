# %% replace id=train
history = []
for epoch in range(25):
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(net(xb), yb.unsqueeze(1))
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    history.append(total / len(Xt))
print(f"loss {history[0]:.3f} -> {history[-1]:.3f}")

# %% then curve, score
