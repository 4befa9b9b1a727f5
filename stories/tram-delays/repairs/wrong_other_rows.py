# %% replace id=bars
plt.figure(figsize=(6, 3))
names = (trams["stop"] + " (" + trams["line"] + ")").drop_duplicates().head(8)
plt.barh(names, worst["mean_delay"], color="firebrick")
plt.xlabel("mean delay [s]")
plt.show()
