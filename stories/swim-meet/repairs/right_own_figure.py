# %% replace id=panels
g, axes = plt.subplots(1, 2, figsize=(7, 2.8), sharey=True)
for axis, (sex, group) in zip(axes, finishers.groupby("sex")):
    sns.scatterplot(data=group, x="age", y="seconds", hue="club", s=16, ax=axis, legend=sex == "m")
    axis.set_title({"f": "women", "m": "men"}[sex])
g.suptitle("Masters: Who is fast for their age?")
plt.show()
