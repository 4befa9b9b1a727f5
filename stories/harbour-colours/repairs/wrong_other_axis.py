# %% replace id=loop
for step in range(30):
    dist = np.sqrt(((pixels[:, None] - centres) ** 2).sum(axis=1))
    label = dist.argmin(axis=1)
    centres = np.array([pixels[label == j].mean(axis=0) for j in range(k)])

print(np.bincount(label, minlength=k))
