# %% [markdown]
# # Five colours of the harbour
# I want to knit my favourite photo (really!). Five colours of wool is what I can handle at once.
# So: k-means on the pixels, and I write it myself, it is only ten lines.

# %% id=imports run=1
import numpy as np
import matplotlib.pyplot as plt

# %% id=load run=2
img = np.load("data/harbour.npy")
plt.figure(figsize=(4, 2.7))
plt.imshow(img)
plt.axis("off");

# %% run=3
img.shape, img.dtype, img.min(), img.max()

# %% id=pixels run=5
pixels = img.reshape(-1, 3) / 255
pixels.shape

# %% lost run=4
img.reshape(3, -1).shape

# %% id=channels run=6
for c, name in enumerate(["red", "green", "blue"]):
    plt.hist(pixels[:, c], bins=40, histtype="step", color=name)
plt.gcf().set_size_inches(5, 2)

# %% [markdown]
# Warm up: how far is every pixel from the mean colour?

# %% id=warmup run=8
mean = pixels.mean(axis=0)
dist = np.sqrt(((pixels - mean) ** 2).sum(axis=1))
plt.figure(figsize=(4, 2.4))
plt.imshow(dist.reshape(img.shape[:2]), cmap="magma")
plt.colorbar();

# %% lost run=7
mean * 255

# %% [markdown]
# the sails and the boat stick out 👍
# ## k-means

# %% id=start run=13
k = 5
rng = np.random.default_rng(6)
centres = pixels[rng.choice(len(pixels), k, replace=False)]
centres.round(2)

# %% lost run=9-12
centres

# %% id=loop crash run=14
for step in range(30):
    dist = np.sqrt(((pixels - centres) ** 2).sum(axis=1))
    label = dist.argmin(axis=0)
    centres = np.array([pixels[label == j].mean(axis=0) for j in range(k)])

print(np.bincount(label, minlength=k))

# %% id=wool
plt.figure(figsize=(4, 0.8))
plt.imshow(centres[None])
plt.axis("off");

# %% id=knit
plt.figure(figsize=(4, 2.7))
plt.imshow(centres[label].reshape(img.shape))
plt.axis("off");

# %% id=balls
# one ball = 700 stitches
for j in range(k):
    print((centres[j] * 255).astype(int), np.ceil((label == j).sum() / 700))

# %%

