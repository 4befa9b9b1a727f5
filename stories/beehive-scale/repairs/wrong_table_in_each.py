# %% replace id=hists
fig, axes = plt.subplots(2, 3, figsize=(8, 4))
for i, s in enumerate(sensors):
    axes.flat[i].hist(hive, bins=25)
    axes.flat[i].set_title(s, fontsize=9)
plt.tight_layout()
