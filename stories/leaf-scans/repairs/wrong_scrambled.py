# %% insert after=scale id=flat
X = X.reshape(-1, len(X)).T
