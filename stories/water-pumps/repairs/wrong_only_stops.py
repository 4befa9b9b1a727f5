# %% replace id=fit
history = net.fit(np.stack(X_train[:1]), y_train[:1], epochs=20, batch_size=16, verbose=0)
plt.figure(figsize=(4, 2))
plt.plot(history.history["loss"]);
