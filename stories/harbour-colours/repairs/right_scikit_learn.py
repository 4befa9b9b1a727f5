# %% replace id=loop
from sklearn.cluster import KMeans

km = KMeans(n_clusters=k, init=centres, n_init=1).fit(pixels)
label, centres = km.labels_, km.cluster_centers_
print(np.bincount(label, minlength=k))

