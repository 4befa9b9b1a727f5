# %% replace id=bars
plt.figure(figsize=(6, 3))
names = [f"{line} ({stop})" for line, stop in worst.index]
plt.barh(names, worst["mean_delay"], color="firebrick")
plt.xlabel("mean delay [s]")
plt.show()
