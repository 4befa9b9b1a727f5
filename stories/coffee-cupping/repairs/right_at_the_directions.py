# %% replace id=directions
k = 2
components = Vt.T[:, :k]
pd.DataFrame(components, index=scores, columns=["PC1", "PC2"]).round(2)
