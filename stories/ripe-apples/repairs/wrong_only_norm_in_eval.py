# %% replace id=predict
net[0].eval()
with torch.no_grad():
    chance = torch.sigmoid(net(mine)).item()
print(f"ripe: {chance:.0%}")
