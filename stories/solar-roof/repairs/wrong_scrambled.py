# %% replace id=fit
X_train = X_train.T.reshape(-1, w, 1)
history = model.fit(X_train, y_train, epochs=12, batch_size=32, verbose=0)
plt.plot(history.history["loss"])
plt.xlabel("epoch");
