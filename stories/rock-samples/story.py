# %% [markdown]
# # Basalt, gneiss or granite? 🪨
# 330 samples from three years of field courses, lab values (oxides in %, density).
# The students guess in the field, the lab knows. Can a net know without the microscope?

# %% id=imports run=1
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
import tensorflow as tf
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

# %% id=load run=2
rocks = pd.read_csv("data/rocks.csv", index_col="sample")
rocks.head()

# %% run=3
rocks["rock"].value_counts()

# %% run=6
rocks.groupby("rock").mean().round(1)

# %% lost run=4-5
rocks.groupby("rock").std()

# %% id=plot run=7
for kind, g in rocks.groupby("rock"):
    plt.scatter(g["sio2"], g["k2o"], s=8, label=kind)
plt.legend()
plt.gcf().set_size_inches(4, 2.5)
plt.xlabel("SiO2"); plt.ylabel("K2O");

# %% [markdown]
# basalt is easy. Gneiss sits right inside the granite cloud!

# %% id=target run=8
dummies = pd.get_dummies(rocks["rock"], dtype=int)
kinds = list(dummies.columns)
X = rocks.drop(columns="rock").to_numpy()
y = dummies.to_numpy()
kinds, X.shape, y.shape

# %% id=split run=10
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=5, stratify=y)
scaler = StandardScaler().fit(X_train)
X_train, X_test = scaler.transform(X_train), scaler.transform(X_test)

# %% lost run=9
y[:5]

# %% id=net run=11
net = tf.keras.Sequential([
    tf.keras.Input(shape=(X.shape[1],)),
    tf.keras.layers.Dense(16, activation="relu"),
    tf.keras.layers.Dense(len(kinds), activation="softmax"),
])
net.summary()

# %% id=compile run=12
net.compile(optimizer=tf.keras.optimizers.Adam(0.01),
            loss="sparse_categorical_crossentropy",
            metrics=["accuracy"])

# %% id=fit crash run=14
hist = net.fit(X_train, y_train, validation_split=0.2, epochs=30, batch_size=16, verbose=0)
plt.figure(figsize=(4, 2))
plt.plot(hist.history["accuracy"], label="train")
plt.plot(hist.history["val_accuracy"], label="val")
plt.legend();

# %% lost run=13
net.predict(X_train[:1], verbose=0)

# %% id=guess
p = net.predict(X_test, verbose=0)
guess = np.array(kinds)[p.argmax(axis=1)]
pd.Series(guess).value_counts()

# %% id=unsure
# which ones is it unsure about?
order = p.max(axis=1).argsort()[:5]
pd.DataFrame(p[order], columns=kinds).round(2)

# %%
# confusion matrix

# %%

