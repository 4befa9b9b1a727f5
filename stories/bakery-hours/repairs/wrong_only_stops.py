# %% replace id=map
plt.figure(figsize=(7, 2.6))
ax = sns.heatmap(counts, cmap="YlOrBr", cbar=False)
ax.set_title("rolls in twelve weeks")
plt.show()
