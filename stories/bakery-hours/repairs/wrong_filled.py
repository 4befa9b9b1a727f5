# %% replace id=map
counts = counts.fillna(counts.mean()).astype(int)
plt.figure(figsize=(7, 2.6))
ax = sns.heatmap(counts, annot=True, fmt="d", cmap="YlOrBr", cbar=False)
ax.set_title("rolls in twelve weeks")
plt.show()
