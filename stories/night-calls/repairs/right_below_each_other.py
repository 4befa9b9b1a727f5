# %% replace id=bars
hours = np.arange(24)
fig, axes = plt.subplots(2, 1, figsize=(7, 4), sharex=True)
for ax, series, name in zip(axes, [week, weekend], ["working day", "weekend"]):
    ax.bar(series.index, series, label=name)
    ax.set_xticks(hours[::3])
    ax.legend()
plt.show()
