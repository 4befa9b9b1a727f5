# %% replace id=predict
def chance_of(x):
    was = net.training
    net.eval()
    with torch.no_grad():
        p = torch.sigmoid(net(x))
    net.train(was)
    return p

chance = chance_of(mine).item()
print(f"ripe: {chance:.0%}")
