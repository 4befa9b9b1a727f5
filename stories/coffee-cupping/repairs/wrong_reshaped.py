# %% replace id=project
P = np.dot(Z, components.reshape(8, 2))
coffee["PC1"] = P[:, 0]
coffee["PC2"] = P[:, 1]
