# %% [markdown]
# # Four hand gestures
# Wristband data from our student project, already summarised (one row = one gesture).
# Last time my net was *perfect* in training and bad on the day of the demo, so this time with a proper validation part!

# %% id=imports run=1
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
import keras
from keras import layers
from sklearn.model_selection import train_test_split

# %% id=load run=2
df = pd.read_csv("data/gestures.csv")
df.sample(4, random_state=1)

# %% run=3
pd.crosstab(df["person"], df["gesture"]).head(3)

# %% run=4,6
df.groupby("gesture")[["seconds", "speed_mean", "turn_rad", "peaks"]].mean().round(1)

# %% lost run=5
df["temperature"].hist()

# %% id=plot run=7
plt.figure(figsize=(4, 2.6))
plt.scatter(df["turn_rad"], df["peaks"], c=df["gesture"].astype("category").cat.codes, s=6, cmap="tab10")
plt.xlabel("turn")
plt.ylabel("peaks");

# %% [markdown]
# ## 60 / 20 / 20

# %% id=split run=9
features = ["seconds", "speed_mean", "speed_max", "turn_rad", "peaks", "tilt", "temperature"]
X = df[features].to_numpy(dtype="float32")
names, y = np.unique(df["gesture"], return_inverse=True)

X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, random_state=0)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.25, random_state=0)
len(X_train), len(X_val), len(X_test)

# %% lost run=8
len(df) * 0.6

# %% id=scale run=10
mean, std = X_train.mean(axis=0), X_train.std(axis=0)
X_train, X_val, X_test = ((part - mean) / std for part in (X_train, X_val, X_test))

# %% id=net run=14
keras.utils.set_random_seed(2)
model = keras.Sequential([
    keras.Input(shape=(len(features),)),
    layers.Dense(64, activation="relu"),
    layers.Dense(64, activation="relu"),
    layers.Dense(len(names), activation="softmax"),
])
model.compile(optimizer=keras.optimizers.Adam(0.005), loss="sparse_categorical_crossentropy", metrics=["accuracy"])

# %% lost run=11-13
X_train.std()

# %% id=fit run=15
history = model.fit(X_train, y_train, epochs=25, batch_size=32, verbose=0)
print("train loss %.3f" % history.history["loss"][-1])

# %% [markdown]
# Where does it begin to learn by heart?

# %% id=best crash run=16
val = history.history["val_loss"]
best = int(np.argmin(val)) + 1
fig, ax = plt.subplots(figsize=(5, 2.2))
ax.plot(range(1, len(val) + 1), history.history["loss"], label="train")
ax.plot(range(1, len(val) + 1), val, label="val")
ax.axvline(best, color="grey", ls=":")
ax.legend()
plt.show()
print("best epoch:", best)

# %% id=again
# once more, only so long
keras.utils.set_random_seed(2)
final = keras.models.clone_model(model)
final.compile(optimizer=keras.optimizers.Adam(0.005), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
final.fit(X_train, y_train, epochs=best, batch_size=32, verbose=0)

# %% id=score
print("test accuracy %.2f" % final.evaluate(X_test, y_test, verbose=0)[1])

# %%
# leave one *person* out would be more honest
