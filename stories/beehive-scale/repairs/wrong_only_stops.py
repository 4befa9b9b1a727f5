# %% replace id=hists
fig, axes = plt.subplots(2, 3, figsize=(8, 4))
for i, s in enumerate(sensors[:2]):
    axes[i][0].hist(hive[s], bins=25, color=colors[i])
    axes[i][0].set_title(s, fontsize=9)
plt.tight_layout()
