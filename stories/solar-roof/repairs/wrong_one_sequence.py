# %% replace id=fit
X_train, X_test = X_train[None], X_test[None]
history = model.fit(X_train, y_train[None, -1], epochs=12, verbose=0)
plt.plot(history.history["loss"])
plt.xlabel("epoch");
