# %% replace id=bars
plt.figure(figsize=(6, 3))
table = by_stop.reset_index().head(8)
names = table["stop"] + " (" + table["line"] + ")"
plt.barh(names, worst["mean_delay"], color="firebrick")
plt.xlabel("mean delay [s]")
plt.show()
