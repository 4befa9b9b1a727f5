# %% replace id=loop
dist = np.sqrt(((pixels[:, None] - centres) ** 2).sum(axis=2))
label = dist.argmin(axis=1)
print(np.bincount(label, minlength=k))

