# %% replace id=hists
fig, axes = plt.subplots(2, 3, figsize=(8, 4))
for i, s in enumerate(sensors):
    axes[0, i % 3].hist(hive[s], bins=25, color=colors[i])
    axes[0, i % 3].set_title(s, fontsize=9)
    axes[0, i % 3].axvline(hive[s].median(), color="k", lw=1)
plt.tight_layout()
