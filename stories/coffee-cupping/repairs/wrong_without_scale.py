# %% replace id=project
P = U[:, :k]
coffee["PC1"] = P[:, 0]
coffee["PC2"] = P[:, 1]
