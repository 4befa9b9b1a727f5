# %% replace id=arrays
X = echo[..., None].astype("float32") / 255
Y = ice[..., None].astype("float32")
X, Y = tf.image.resize(X, (32, 32)).numpy(), tf.image.resize(Y, (32, 32), method="nearest").numpy()
X.shape, Y.shape
