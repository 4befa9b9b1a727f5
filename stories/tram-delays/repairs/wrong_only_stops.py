# %% replace id=bars
plt.figure(figsize=(6, 3))
names = [str(number) for number in range(len(worst))]
plt.barh(names, worst["mean_delay"], color="firebrick")
plt.xlabel("mean delay [s]")
plt.show()
