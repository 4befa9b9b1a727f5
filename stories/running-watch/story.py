# %% [markdown]
# # My half marathon, second by second
# exported from my watch 🏃 - wanted: a nice picture for the club with the moment of my highest pulse in it

# %% id=imports run=1
import pandas as pd
import matplotlib.pyplot as plt
plt.rcParams["figure.figsize"] = (7, 2.5)

# %% id=load run=2
run = pd.read_csv("data/run.csv")
run.head()

# %% run=3
run.describe().round(1)

# %% lost run=4
run.dtypes

# %% id=pulse run=5,7
plt.plot(run["km"], run["hr"], lw=0.8)
plt.ylabel("pulse")
plt.xlabel("km")
plt.show()

# %% [markdown]
# Those spikes at > 200 can't be me?! The strap slips when I stand around (water, laces ...).

# %% lost run=6
run[run["hr"] > 195]

# %% id=standing run=8
standing = run["speed"] < 0.5
print(f"{10 * standing.sum()} s standing, {len(run)} rows in all")

# %% [markdown]
# ## Only when I really run

# %% id=moving run=9
run = run[run["speed"] >= 0.5]
run["hr"].describe().round(1)

# %% id=zones run=10
zones = pd.cut(run["hr"], [0, 140, 155, 170, 250], labels=["easy", "steady", "hard", "red"])
zones.value_counts(normalize=True).round(2)

# %% id=splits run=11
# km splits in minutes
splits = run.groupby(run["km"].astype(int))["speed"].mean()
(1000 / splits / 60).round(2).tail(6)

# %% id=peak run=13
peak = run["hr"].idxmax()
peak

# %% lost run=12
run["hr"].max()

# %% id=picture crash run=14
at = run.iloc[peak]
plt.plot(run["km"], run["hr"], color="crimson", lw=0.8)
plt.annotate(f"{at['hr']:.0f}", (at["km"], at["hr"]), xytext=(at["km"] - 3, at["hr"] + 1))
plt.xlabel("km")
plt.ylabel("pulse")
plt.savefig("pulse.png")
plt.show()

# %% id=caption
minutes = at["second"] / 60
print(f"Highest pulse {at['hr']:.0f} after {minutes:.0f} minutes, at km {at['km']:.1f}")

# %%
# altitude as a grey area behind it?
plt.fill_between(run["km"], run["altitude"], color="0.85")
