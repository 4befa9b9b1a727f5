# %% replace id=project
from sklearn.decomposition import PCA

P = PCA(n_components=2).fit_transform(Z)
coffee["PC1"] = P[:, 0]
coffee["PC2"] = P[:, 1]
