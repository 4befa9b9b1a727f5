# %% replace id=model
from tensorflow.keras import Input

model = Sequential([
    Input(shape=(w, 1)),
    LSTM(16),
    Dense(1),
])
model.compile(optimizer="adam", loss="mse")
