# %% replace id=net
y_train, y_test = y_train.argmax(axis=1), y_test.argmax(axis=1)
net = tf.keras.Sequential([
    tf.keras.Input(shape=(X.shape[1],)),
    tf.keras.layers.Dense(16, activation="relu"),
    tf.keras.layers.Dense(1),
])

# %% replace id=compile
net.compile(optimizer=tf.keras.optimizers.Adam(0.01), loss="mse", metrics=["accuracy"])
