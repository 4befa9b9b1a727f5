# %% replace id=unet
def block(x, n):
    x = layers.Conv2D(n, 3, padding="same", activation="relu")(x)
    return layers.Conv2D(n, 3, padding="same", activation="relu")(x)

def unet(shape, n=6):
    inp = Input(shape)
    c1 = block(inp, n)
    c2 = block(layers.MaxPooling2D(padding="same")(c1), 2 * n)
    mid = block(layers.MaxPooling2D(padding="same")(c2), 4 * n)
    up = layers.UpSampling2D()(mid)[:, : c2.shape[1], : c2.shape[2]]
    u2 = layers.concatenate([up, c2])
    up = layers.UpSampling2D()(block(u2, 2 * n))[:, : c1.shape[1], : c1.shape[2]]
    u1 = layers.concatenate([up, c1])
    out = layers.Conv2D(1, 1, activation="sigmoid")(block(u1, n))
    return Model(inp, out)
