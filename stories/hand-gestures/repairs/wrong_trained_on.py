# %% replace id=best
history = model.fit(X_train, y_train, validation_data=(X_val, y_val), epochs=25, batch_size=32, verbose=0)
val = history.history["val_loss"]
best = int(np.argmin(val)) + 1
fig, ax = plt.subplots(figsize=(5, 2.2))
ax.plot(range(1, len(val) + 1), history.history["loss"], label="train")
ax.plot(range(1, len(val) + 1), val, label="val")
ax.axvline(best, color="grey", ls=":")
ax.legend()
plt.show()
print("best epoch:", best)
