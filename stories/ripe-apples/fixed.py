# %% replace id=predict
net.eval()
with torch.no_grad():
    chance = torch.sigmoid(net(mine)).item()
print(f"ripe: {chance:.0%}")

# %% then eat, bars
