# %% replace id=fit
X_train, X_test = np.stack(X_train), np.stack(X_test)
history = net.fit(X_train, y_train, epochs=20, batch_size=16, verbose=0)
plt.figure(figsize=(4, 2))
plt.plot(history.history["loss"]);
