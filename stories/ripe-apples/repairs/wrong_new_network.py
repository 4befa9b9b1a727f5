# %% replace id=predict
net = nn.Sequential(nn.BatchNorm1d(12), nn.Linear(12, 32), nn.ReLU(), nn.Dropout(0.3), nn.Linear(32, 1), nn.Flatten(0)).eval()
with torch.no_grad():
    chance = torch.sigmoid(net(mine)).item()
print(f"ripe: {chance:.0%}")
