# %% replace id=loop
for step in range(30):
    dist = ((pixels[:, None] - centres) ** 2).sum(axis=2)
    label = dist.argmax(axis=1)
    centres = np.array([pixels[label == j].mean(axis=0) if (label == j).any() else centres[j] for j in range(k)])

print(np.bincount(label, minlength=k))

