# %% replace id=panels
g = sns.relplot(data=finishers[finishers["sex"] == "f"], x="age", y="seconds", hue="club", s=16, height=2.6)
g.set_axis_labels("age", "100 m freestyle [s]")
g.ax.set_title("Masters: who is fast for their age?")
plt.show()
