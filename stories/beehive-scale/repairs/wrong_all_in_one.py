# %% replace id=hists
fig, axes = plt.subplots(figsize=(8, 4))
for i, s in enumerate(sensors):
    axes.hist(hive[s], bins=25, color=colors[i], label=s)
    axes.axvline(hive[s].median(), color="k", lw=1)
axes.legend()
plt.tight_layout()
