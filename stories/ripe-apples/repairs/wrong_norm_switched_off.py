# %% replace id=predict
net[0] = nn.Identity()
with torch.no_grad():
    chance = torch.sigmoid(net(mine)).item()
print(f"ripe: {chance:.0%}")
