# %% replace id=arrays
X = echo[..., None].astype("float32") / 255
Y = ice[..., None].astype("float32")
X, Y = np.resize(X, (80, 32, 32, 1)), np.resize(Y, (80, 32, 32, 1))
X.shape, Y.shape
