# %% replace id=compile
net.compile(optimizer=tf.keras.optimizers.Adam(0.01),
            loss="categorical_crossentropy",
            metrics=["accuracy"])

# %% then guess, unsure
