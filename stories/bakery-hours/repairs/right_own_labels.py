# %% replace id=map
labels = counts.map(lambda n: "" if pd.isna(n) else str(int(n))) if hasattr(counts, "map") else counts.applymap(lambda n: "" if pd.isna(n) else str(int(n)))
plt.figure(figsize=(7, 2.6))
ax = sns.heatmap(counts, annot=labels, fmt="", cmap="YlOrBr", cbar=False)
ax.set_title("rolls in twelve weeks")
plt.show()
