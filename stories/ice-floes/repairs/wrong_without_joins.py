# %% replace id=unet
def block(x, n):
    x = layers.Conv2D(n, 3, padding="same", activation="relu")(x)
    return layers.Conv2D(n, 3, padding="same", activation="relu")(x)

def unet(shape, n=6):
    inp = Input(shape)
    x = block(inp, n)
    x = block(layers.MaxPooling2D()(x), 2 * n)
    x = block(layers.MaxPooling2D()(x), 4 * n)
    x = block(layers.UpSampling2D()(x), 2 * n)
    x = block(layers.UpSampling2D()(x), n)
    x = layers.Resizing(*shape[:2])(x)
    return Model(inp, layers.Conv2D(1, 1, activation="sigmoid")(x))
