# %% replace id=bars
plt.figure(figsize=(6, 3))
names = worst.index.get_level_values("stop") + " (" + worst.index.get_level_values("line") + ")"
plt.barh(names, worst["mean_delay"], color="firebrick")
plt.xlabel("mean delay [s]")
plt.show()
