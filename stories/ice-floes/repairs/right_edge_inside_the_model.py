# %% replace id=model
inp = Input(X.shape[1:])
inner = unet((32, 32, 1))
model = Model(inp, layers.Cropping2D(1)(inner(layers.ZeroPadding2D(1)(inp))))
model.compile(optimizer="adam", loss="binary_crossentropy")
print(model.count_params(), "weights")
