# %% replace id=hists
fig, axes = plt.subplots(2, 3, figsize=(8, 4))
axes = axes.ravel()
for i, s in enumerate(sensors):
    axes[i].hist(hive[s], bins=25, color=colors[i])
    axes[i].set_title(s, fontsize=9)
    axes[i].axvline(hive[s].median(), color="k", lw=1)
plt.tight_layout()

# %% then zero, corr
