# %% replace id=project
P = Z[:, :2]
coffee["PC1"] = P[:, 0]
coffee["PC2"] = P[:, 1]
