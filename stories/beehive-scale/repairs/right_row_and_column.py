# %% replace id=hists
fig, axes = plt.subplots(2, 3, figsize=(8, 4))
for i, s in enumerate(sensors):
    ax = axes[i // 3, i % 3]
    ax.hist(hive[s], bins=25, color=colors[i])
    ax.set_title(s, fontsize=9)
    ax.axvline(hive[s].median(), color="k", lw=1)
plt.tight_layout()
