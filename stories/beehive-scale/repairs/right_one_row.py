# %% replace id=hists
fig, axes = plt.subplots(1, 6, figsize=(14, 2))
for i, s in enumerate(sensors):
    axes[i].hist(hive[s], bins=25, color=colors[i])
    axes[i].set_title(s, fontsize=9)
    axes[i].axvline(hive[s].median(), color="k", lw=1)
plt.tight_layout()
