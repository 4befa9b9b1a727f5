# %% [markdown]
# # Counting gulls from the air 🐦
# One drone photo of our islet (small version, 120 pixels wide) and 340 gulls that we clicked by hand in a labelling tool.
# Questions: how many sit on the water, and where is the colony densest?

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt

plt.rcParams["figure.figsize"] = (5, 3)
plt.rcParams["image.cmap"] = "gray"

# %% id=load run=2
photo = np.load("data/photo.npy")
gulls = pd.read_csv("data/gulls.csv")
photo.shape, photo.dtype, len(gulls)

# %% run=3
gulls.head()

# %% run=4,7
plt.imshow(photo)
plt.axis("off");

# %% lost run=5-6
plt.imshow(photo[:30])

# %% run=8
gulls[["kind", "sure"]].value_counts().sort_index()

# %% [markdown]
# The tool gives x and y in pixels, origin in the top left corner.

# %% id=scatter run=9
plt.imshow(photo)
for kind, g in gulls.groupby("kind"):
    plt.scatter(g["x"], g["y"], s=5, label=kind)
plt.legend(fontsize=7);

# %% [markdown]
# Looks right. Now water / rock, a threshold is enough:

# %% id=grey run=11
plt.hist(photo.ravel(), bins=50)
plt.axvline(105, color="r");

# %% lost run=10
np.median(photo)

# %% id=water run=12
water = photo < 105
print("%.0f %% water" % (100 * water.mean()))

# %% [markdown]
# ## One number per pixel
# how many gulls are there in each pixel of the photo?

# %% id=heat crash run=13
heat = np.zeros(photo.shape, dtype=int)
for x, y in zip(gulls["x"], gulls["y"]):
    heat[x, y] += 1

on_water = heat[water].sum()
print(on_water, "of", len(gulls), "gulls are on the water")

# %% id=blocks
# 10 x 10 pixel blocks, the usual unit in our reports
blocks = heat.reshape(8, 10, 12, 10).sum(axis=(1, 3))
plt.imshow(blocks, cmap="magma")
plt.colorbar(label="gulls per block");

# %% id=densest
row, col = np.unravel_index(blocks.argmax(), blocks.shape)
print("densest block: rows %d-%d, columns %d-%d" % (row * 10, row * 10 + 9, col * 10, col * 10 + 9))

# %%
# TODO same with the photo of July
