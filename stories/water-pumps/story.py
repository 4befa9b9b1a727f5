# %% [markdown]
# # Listening to water pumps
# The waterworks put a vibration sensor on every pump. 1 = bearing was worn when they opened it.
# `spectrum` = 40 frequencies (0-400 Hz), as text separated by blanks, don't ask.

# %% id=imports run=1
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
import tensorflow as tf
from sklearn.model_selection import train_test_split

# %% id=load run=2
pumps = pd.read_csv("data/pumps.csv")
pumps.drop(columns="spectrum").head()

# %% run=3
pumps["worn"].value_counts()

# %% id=parse run=5
pumps["spectrum"] = pumps["spectrum"].str.split().apply(lambda s: np.array(s, dtype="float32"))
pumps["spectrum"][0][:5]

# %% lost run=4
pumps["spectrum"][0]

# %% id=lengths run=6
# all of them complete?
pumps["spectrum"].apply(len).unique()

# %% id=plot run=8
plt.figure(figsize=(5, 2.4))
for spectrum, worn in zip(pumps["spectrum"][:14], pumps["worn"]):
    plt.plot(np.arange(40) * 10, spectrum, lw=0.8, color="crimson" if worn else "steelblue")
plt.xlabel("Hz")
plt.title("red = worn", fontsize=9);

# %% lost run=7
pumps.groupby("worn")["spectrum"].mean()

# %% [markdown]
# A bump at 170 Hz for the red ones and another at 330 :) That's the bearing. And how far does the age alone get us?

# %% id=age run=9,10
old = pumps["age_years"] > 9
print("accuracy by age: %.2f" % (old == (pumps["worn"] == 1)).mean())

# %% [markdown]
# ### Net

# %% id=split run=12
X = pumps["spectrum"].to_numpy()
y = pumps["worn"].to_numpy()
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=1, stratify=y)
len(X_train), len(X_test)

# %% lost run=11
X = pumps["spectrum"]

# %% id=net run=13
net = tf.keras.Sequential([
    tf.keras.Input(shape=(40,)),
    tf.keras.layers.Dense(24, activation="relu"),
    tf.keras.layers.Dense(1, activation="sigmoid"),
])
net.compile(optimizer=tf.keras.optimizers.Adam(0.005), loss="binary_crossentropy", metrics=["accuracy"])

# %% id=fit crash run=14
history = net.fit(X_train, y_train, epochs=20, batch_size=16, verbose=0)
plt.figure(figsize=(4, 2))
plt.plot(history.history["loss"]);

# %% id=score
_, accuracy = net.evaluate(X_test, y_test, verbose=0)
print("accuracy by ear: %.2f" % accuracy)

# %% id=doubt
# who should be opened next?
p = net.predict(X_test, verbose=0)[:, 0]
np.sort(p)[::-1][:10].round(2)

# %%
# Conv1D?
