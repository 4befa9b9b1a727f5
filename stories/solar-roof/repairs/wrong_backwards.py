# %% replace id=fit
X_train, X_test = X_train[:, ::-1, None], X_test[:, ::-1, None]
history = model.fit(X_train, y_train, epochs=12, batch_size=32, verbose=0)
plt.plot(history.history["loss"])
plt.xlabel("epoch");
