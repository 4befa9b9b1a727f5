# %% replace id=fit
hist = net.fit(X_train, y_train.sum(axis=1), validation_split=0.2, epochs=30, batch_size=16, verbose=0)
plt.figure(figsize=(4, 2))
plt.plot(hist.history["accuracy"], label="train")
plt.plot(hist.history["val_accuracy"], label="val")
plt.legend();
