# %% [markdown]
# # A hive on a scale 🐝
# Six sensors, six weeks, one hive in our garden.
# Goal (later): see a swarm coming a day before. Today I only get to know the data.

# %% id=imports run=1
import pandas as pd
import matplotlib.pyplot as plt
import numpy as np
%matplotlib inline

# %% id=load run=3
hive = pd.read_csv("data/hive.csv", parse_dates=["time"]).set_index("time")
hive.head()

# %% lost run=2
hive = pd.read_csv("data/hive.csv")
hive.info()

# %% run=4
hive.describe().T.round(1)

# %% id=sensors run=5
sensors = hive.columns.tolist()
colors = ["saddlebrown", "crimson", "steelblue", "teal", "purple", "goldenrod"]
sensors

# %% [markdown]
# ### weight, the nicest one

# %% id=weight run=7
ax = hive["weight_kg"].plot(figsize=(6, 2))
ax.set_ylabel("kg");

# %% lost run=6
hive["weight_kg"].plot()

# %% [markdown]
# Nearly 10 kg of nectar in june :) First look: day and night for the three that should depend on the sun

# %% id=daily run=8,10
fig, axes = plt.subplots(1, 3, figsize=(8, 2))
for i, s in enumerate(["outside_c", "sound_db", "flights"]):
    axes[i].plot(hive.groupby(hive.index.hour)[s].mean(), color=colors[sensors.index(s)])
    axes[i].set_title(s, fontsize=9)
plt.tight_layout()

# %% lost run=9
hive.groupby(hive.index.hour)["sound_db"].mean().idxmax()

# %% [markdown]
# ### And how are they all distributed?

# %% id=hists crash run=11
fig, axes = plt.subplots(2, 3, figsize=(8, 4))
for i, s in enumerate(sensors):
    axes[i].hist(hive[s], bins=25, color=colors[i])
    axes[i].set_title(s, fontsize=9)
    axes[i].axvline(hive[s].median(), color="k", lw=1)
plt.tight_layout()

# %% id=zero
(hive["flights"] == 0).groupby(hive.index.hour).mean().round(2)

# %% id=corr
plt.figure(figsize=(4, 3))
plt.imshow(hive.corr(), vmin=-1, vmax=1, cmap="coolwarm")
plt.xticks(range(6), sensors, rotation=90)
plt.yticks(range(6), sensors)
plt.colorbar();

# %%
# next: differences per day
daily = hive.resample("D").mean()
daily.diff().head()
