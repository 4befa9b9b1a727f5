# %% replace id=join
both = layers.Concatenate()([a, b])
both = layers.Dense(16, activation="relu")(both)
out = layers.Dense(1, activation="sigmoid")(both)
