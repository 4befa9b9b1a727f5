# %% replace id=compile
net.compile(optimizer=tf.keras.optimizers.Adam(0.01),
            loss="binary_crossentropy",
            metrics=["accuracy"])
