# %% replace id=loop
for step in range(30):
    dist = np.stack([np.sqrt(((pixels - c) ** 2).sum(axis=1)) for c in centres])
    label = dist.argmin(axis=0)
    centres = np.array([pixels[label == j].mean(axis=0) for j in range(k)])

print(np.bincount(label, minlength=k))
