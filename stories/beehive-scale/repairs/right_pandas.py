# %% replace id=hists
axes = hive.hist(bins=25, figsize=(8, 5), layout=(2, 3), grid=False)
for ax, s in zip(axes.flat, sensors):
    ax.axvline(hive[s].median(), color="k", lw=1)
plt.tight_layout()
