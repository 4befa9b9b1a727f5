# %% replace id=best
val = 1 - np.array(history.history["accuracy"])
best = int(np.argmin(val)) + 1
fig, ax = plt.subplots(figsize=(5, 2.2))
ax.plot(range(1, len(val) + 1), history.history["loss"], label="train")
ax.plot(range(1, len(val) + 1), val, label="val")
ax.axvline(best, color="grey", ls=":")
ax.legend()
plt.show()
print("best epoch:", best)
