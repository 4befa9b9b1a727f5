# %% replace id=fit
flat = np.concatenate(X_train)[: len(X_train) // 40 * 40 * 40].reshape(-1, 40)
history = net.fit(np.resize(flat, (len(X_train), 40))[::-1], y_train, epochs=20, batch_size=16, verbose=0)
plt.figure(figsize=(4, 2))
plt.plot(history.history["loss"]);
