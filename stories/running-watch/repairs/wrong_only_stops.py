# %% replace id=picture
at = run.iloc[min(peak, len(run) - 1)]
plt.plot(run["km"], run["hr"], color="crimson", lw=0.8)
plt.annotate(f"{at['hr']:.0f}", (at["km"], at["hr"]), xytext=(at["km"] - 3, at["hr"] + 1))
plt.xlabel("km")
plt.ylabel("pulse")
plt.savefig("pulse.png")
plt.show()
