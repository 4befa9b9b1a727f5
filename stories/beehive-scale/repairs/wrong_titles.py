# %% replace id=hists
fig, axes = plt.subplots(2, 3, figsize=(8, 4))
for i, s in enumerate(sensors):
    axes[i // 3, i % 3].hist(hive[s], bins=25, color=colors[i])
    axes.T.ravel()[i].set_title(s, fontsize=9)
plt.tight_layout()
