# %% replace id=fit
history = model.fit(X_train[:, None, :], y_train, epochs=12, batch_size=32, verbose=0)
plt.plot(history.history["loss"])
plt.xlabel("epoch");
