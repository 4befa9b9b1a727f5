# %% replace id=loop
from scipy.spatial.distance import cdist

for step in range(30):
    label = cdist(pixels, centres, "sqeuclidean").argmin(axis=1)
    centres = np.array([pixels[label == j].mean(axis=0) for j in range(k)])

print(np.bincount(label, minlength=k))
