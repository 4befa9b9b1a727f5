# %% replace id=model
model = unet((32, 32, 1))
model.compile(optimizer="adam", loss="binary_crossentropy")
print(model.count_params(), "weights")
