# %% replace id=fit
history = model.fit(np.expand_dims(X_train, -1), y_train, epochs=12, batch_size=32, verbose=0)
plt.plot(history.history["loss"])
plt.xlabel("epoch");
