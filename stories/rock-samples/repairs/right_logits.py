# %% replace id=net
net = tf.keras.Sequential([
    tf.keras.Input(shape=(X.shape[1],)),
    tf.keras.layers.Dense(16, activation="relu"),
    tf.keras.layers.Dense(len(kinds)),
])
net.summary()

# %% replace id=compile
net.compile(optimizer=tf.keras.optimizers.Adam(0.01),
            loss=tf.keras.losses.CategoricalCrossentropy(from_logits=True),
            metrics=["accuracy"])
