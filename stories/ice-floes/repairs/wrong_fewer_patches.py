# %% replace id=arrays
X = echo[..., None].astype("float32") / 255
Y = ice[..., None].astype("float32")
X, Y = X.reshape(-1, 900)[:, :784].reshape(-1, 28, 28, 1), Y.reshape(-1, 900)[:, :784].reshape(-1, 28, 28, 1)
X.shape, Y.shape
