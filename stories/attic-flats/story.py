# %% [markdown]
# # Rents of attic flats
# My first network with **two inputs**: the floor plan (a tiny picture) and a handful of facts from the ad.
# I don't know if the plan helps at all. Let's see 🏠

# %% id=imports run=1
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
from tensorflow.keras import layers, Input, Model
from tensorflow.keras.optimizers import Adam

# %% id=load run=2
flats = pd.read_csv("data/flats.csv")
plans = np.load("data/plans.npy")
print(flats.shape, plans.shape)
flats.head(3)

# %% id=show run=3
fig, axes = plt.subplots(1, 6, figsize=(7, 1.5))
for ax, plan, rent in zip(axes, plans, flats["rent"]):
    ax.imshow(plan, cmap="gray")
    ax.set_title(f"{rent:.0f} €", fontsize=8)
    ax.axis("off")

# %% [markdown]
# black = wall, grey = window

# %% run=5
flats.describe().round(0)

# %% lost run=4
flats["rent"].hist()

# %% run=6
flats.corr()["rent"].round(2)

# %% [markdown]
# ### Inputs

# %% id=inputs run=9
P = plans[..., None] / 255.0
facts = flats.drop(columns="rent")
F = ((facts - facts.mean()) / facts.std()).to_numpy()
y = flats["rent"].to_numpy() / 100    # hundreds of euros

# %% lost run=7-8
plans[..., None].shape

# %% id=split run=10
test = np.arange(len(y)) % 5 == 0
train = ~test
P[train].shape, F[train].shape, y[test].mean().round(2)

# %% [markdown]
# ### Two branches

# %% id=plan run=11
plan_in = Input(shape=P.shape[1:], name="plan")
a = layers.Conv2D(8, 3, activation="relu")(plan_in)
a = layers.MaxPooling2D()(a)
a = layers.Flatten()(a)
a = layers.Dense(16, activation="relu")(a)

# %% id=facts run=12
facts_in = Input(shape=(F.shape[1],), name="facts")
b = layers.Dense(16, activation="relu")(facts_in)

# %% id=join run=14
both = layers.Concatenate()([a, b])
both = layers.Dense(16, activation="relu")(both)
out = layers.Dense(1)

# %% lost run=13
a.shape, b.shape

# %% id=model crash run=15
model = Model(inputs=[plan_in, facts_in], outputs=out)
model.compile(optimizer=Adam(0.005), loss="mae")
model.count_params()

# %% id=fit
history = model.fit([P[train], F[train]], y[train], epochs=40, batch_size=16, verbose=0)
plt.figure(figsize=(4, 2))
plt.plot(history.history["loss"]);

# %% id=score
pred = model.predict([P[test], F[test]], verbose=0)[:, 0]
print("off by %.0f euros" % (100 * np.abs(pred - y[test]).mean()))

# %%
# without the plan, to compare
