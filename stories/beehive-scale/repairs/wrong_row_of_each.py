# %% replace id=hists
fig, axes = plt.subplots(2, 3, figsize=(8, 4))
for row in axes:
    for ax, s in zip(row, sensors):
        ax.hist(hive[s], bins=25, color="teal")
        ax.set_title(s, fontsize=9)
        ax.axvline(hive[s].median(), color="k", lw=1)
plt.tight_layout()
