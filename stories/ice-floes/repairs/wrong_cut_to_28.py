# %% replace id=arrays
X = echo[..., None].astype("float32") / 255
Y = ice[..., None].astype("float32")
X, Y = X[:, 1:-1, 1:-1], Y[:, 1:-1, 1:-1]
X.shape, Y.shape
