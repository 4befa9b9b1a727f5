# %% replace id=panels
g = sns.relplot(data=finishers, x="age", y="seconds", col="sex", hue="club", s=16, height=2.6)
g.set_axis_labels("age", "100 m freestyle [s]")
g.set_titles("Masters: who is fast for their age?")
plt.show()
