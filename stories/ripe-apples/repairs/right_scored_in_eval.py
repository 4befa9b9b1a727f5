# %% replace id=accuracy
net.eval()
with torch.no_grad():
    right = ((net(X[test]) > 0) == (y[test] == 1)).float().mean()
print(f"{right:.0%} right")
