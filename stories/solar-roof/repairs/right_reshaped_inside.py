# %% replace id=model
from tensorflow.keras.layers import Reshape

model = Sequential([
    Reshape((w, 1)),
    LSTM(16),
    Dense(1),
])
model.compile(optimizer="adam", loss="mse")
