# %% replace id=arrays
X = echo[..., None].astype("float32") / 255
Y = ice[..., None].astype("float32")
X = np.pad(X, ((0, 0), (1, 1), (1, 1), (0, 0)))
X.shape, Y.shape
