# %% restore id=wait

# %% replace id=ranking
by_dep = ((visits["seen"] - visits["arrived"]).dt.total_seconds() / 60).groupby(visits["department"]).mean().sort_values()
by_dep.plot.barh(figsize=(5, 2.5), color="indianred")
plt.xlabel("median wait (min)")
plt.show()
