# %% replace id=join
from tensorflow.keras import Sequential

head = Sequential([layers.Dense(16, activation="relu"), layers.Dense(1)])
out = head(layers.concatenate([b, a]))
