# %% replace id=predict
with torch.no_grad():
    chance = torch.sigmoid(net(torch.cat([mine, X[test]])))[0].item()
print(f"ripe: {chance:.0%}")
