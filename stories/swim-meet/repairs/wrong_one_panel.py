# %% replace id=panels
g = sns.scatterplot(data=finishers, x="age", y="seconds", style="sex", hue="club", s=16)
g.set(xlabel="age", ylabel="100 m freestyle [s]")
g.set_title("Masters: who is fast for their age?")
plt.show()
