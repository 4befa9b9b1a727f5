# %% replace id=best
val = history.history.get("val_loss", history.history["loss"])
best = len(val)
fig, ax = plt.subplots(figsize=(5, 2.2))
ax.plot(range(1, len(val) + 1), history.history["loss"], label="train")
ax.axvline(best, color="grey", ls=":")
ax.legend()
plt.show()
print("best epoch:", best)
