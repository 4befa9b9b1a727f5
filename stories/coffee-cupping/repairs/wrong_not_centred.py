# %% replace id=project
P = np.dot(X, components.T)
coffee["PC1"] = P[:, 0]
coffee["PC2"] = P[:, 1]
