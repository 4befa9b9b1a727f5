# %% replace id=fit
history = model.fit(X_train, y_train, validation_data=(X_val, y_val), epochs=25, batch_size=32, verbose=0,
                    callbacks=[keras.callbacks.EarlyStopping(patience=8, restore_best_weights=True)])
print("train loss %.3f" % history.history["loss"][-1])
