# %% replace id=unet
def block(x, n):
    x = layers.Conv2D(n, 3, padding="same", activation="relu")(x)
    return layers.Conv2D(n, 3, padding="same", activation="relu")(x)

def unet(shape, n=6):
    inp = Input(shape)
    c1 = block(inp, n)
    c2 = block(layers.MaxPooling2D()(c1), 2 * n)
    mid = block(layers.MaxPooling2D()(c2), 4 * n)
    up = layers.Resizing(*c2.shape[1:3])(layers.UpSampling2D()(mid))
    u2 = layers.concatenate([up, c2])
    u1 = layers.concatenate([layers.UpSampling2D()(block(u2, 2 * n)), c1])
    out = layers.Conv2D(1, 1, activation="sigmoid")(block(u1, n))
    return Model(inp, out)

# %% then fit, score
