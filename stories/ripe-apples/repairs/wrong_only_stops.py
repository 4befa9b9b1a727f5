# %% replace id=predict
with torch.no_grad():
    chance = torch.sigmoid(net(mine.repeat(2, 1)))[0].item()
print(f"ripe: {chance:.0%}")
