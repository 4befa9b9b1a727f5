# %% replace id=loop
for step in range(30):
    dist = np.abs(pixels - np.resize(centres, pixels.shape)).sum(axis=1)
    label = np.digitize(dist, np.quantile(dist, [0.2, 0.4, 0.6, 0.8]))
    centres = np.array([pixels[label == j].mean(axis=0) for j in range(k)])

print(np.bincount(label, minlength=k))
