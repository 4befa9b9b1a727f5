# %% replace id=loop
dist = np.sqrt(((pixels[:k] - centres) ** 2).sum(axis=1))
label = np.resize(dist.argsort(), len(pixels))
print(np.bincount(label, minlength=k))

