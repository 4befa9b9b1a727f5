# %% replace id=fit
X_train, X_test = X_train.reshape(-1, 7, 2), X_test.reshape(-1, 7, 2)
history = model.fit(X_train, y_train, epochs=12, batch_size=32, verbose=0)
plt.plot(history.history["loss"])
plt.xlabel("epoch");
