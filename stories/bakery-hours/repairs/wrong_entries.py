# %% replace id=map
counts = rolls.pivot_table(index="day", columns="hour", values="sold", aggfunc="count", fill_value=0).reindex(week, fill_value=0)
plt.figure(figsize=(7, 2.6))
ax = sns.heatmap(counts, annot=True, fmt="d", cmap="YlOrBr", cbar=False)
ax.set_title("rolls in twelve weeks")
plt.show()
