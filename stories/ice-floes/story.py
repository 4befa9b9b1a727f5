# %% [markdown]
# # Where is the ice?
# Small radar patches from the ice service, with masks drawn by hand. A mini U-Net should manage on CPU.

# %% id=imports run=1
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import numpy as np
import matplotlib.pyplot as plt
import tensorflow as tf
from tensorflow.keras import layers, Model, Input

# %% id=load run=2
d = np.load("data/patches.npz")
echo, ice = d["echo"], d["ice"]
echo.shape, echo.dtype, ice.shape, ice.max()

# %% id=show run=3,5
fig, axes = plt.subplots(2, 6, figsize=(8, 2.8))
for i in range(6):
    axes[0, i].imshow(echo[i], cmap="gray")
    axes[1, i].imshow(ice[i], cmap="Blues_r")
for ax in axes.flat:
    ax.axis("off")

# %% lost run=4
plt.hist(echo[ice == 1])

# %% id=hist run=6
plt.figure(figsize=(5, 2))
plt.hist(echo[ice == 1], bins=40, alpha=0.6, label="ice")
plt.hist(echo[ice == 0], bins=40, alpha=0.6, label="water")
plt.legend();

# %% [markdown]
# A threshold alone won't do it, too much speckle. For the record:

# %% id=threshold run=8
def iou(a, b):
    return (a & b).sum() / (a | b).sum()

print("threshold IoU %.3f" % iou(echo > 95, ice == 1))

# %% lost run=7
for t in (80, 95, 110): print(t, ((echo > t) == (ice == 1)).mean())

# %% id=arrays run=9
X = echo[..., None].astype("float32") / 255
Y = ice[..., None].astype("float32")
X.shape, Y.shape

# %% [markdown]
# ## U-Net
# the function is from my notebook about clouds (128 x 128), only with fewer filters

# %% id=unet run=11
def block(x, n):
    x = layers.Conv2D(n, 3, padding="same", activation="relu")(x)
    return layers.Conv2D(n, 3, padding="same", activation="relu")(x)

def unet(shape, n=6):
    inp = Input(shape)
    c1 = block(inp, n)
    c2 = block(layers.MaxPooling2D()(c1), 2 * n)
    mid = block(layers.MaxPooling2D()(c2), 4 * n)
    u2 = layers.concatenate([layers.UpSampling2D()(mid), c2])
    u1 = layers.concatenate([layers.UpSampling2D()(block(u2, 2 * n)), c1])
    out = layers.Conv2D(1, 1, activation="sigmoid")(block(u1, n))
    return Model(inp, out)

# %% lost run=10
128 / 4

# %% lost run=12
unet((128, 128, 3), n=16).output_shape

# %% id=model crash run=13
model = unet(X.shape[1:])
model.compile(optimizer="adam", loss="binary_crossentropy")
print(model.count_params(), "weights")

# %% id=fit
history = model.fit(X[:64], Y[:64], epochs=12, batch_size=8, verbose=0)
plt.figure(figsize=(4, 2))
plt.plot(history.history["loss"]);

# %% id=score
pred = model.predict(X[64:], verbose=0) > 0.5
print("U-Net IoU %.3f" % iou(pred, Y[64:] == 1))

# %%
# augmentation (flips) next
