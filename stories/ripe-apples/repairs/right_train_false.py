# %% replace id=predict
net.train(False)
with torch.inference_mode():
    chance = torch.sigmoid(net(mine)).item()
print(f"ripe: {chance:.0%}")
