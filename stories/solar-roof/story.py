# %% [markdown]
# # Solar roof: what will tomorrow bring? ☀️
# Three years of our roof. If I know tomorrow's yield today, I know when to run the washing machine.

# %% id=imports run=1
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import LSTM, Dense
from sklearn.linear_model import Ridge

plt.rcParams["figure.figsize"] = (6, 2.2)

# %% id=load run=2
roof = pd.read_csv("data/roof.csv", parse_dates=["day"], index_col="day")
roof.tail(3)

# %% run=3
roof["kwh"].plot(lw=0.6);

# %% run=5
roof["kwh"].resample("YS").sum().round(0)

# %% lost run=4
roof.loc["2021", "kwh"].plot()

# %% id=lags run=6
# how much does the weather remember?
[round(roof["kwh"].autocorr(k), 2) for k in (1, 2, 3, 7, 14)]

# %% [markdown]
# ### Windows
# 14 days in, the next day out. Scaled to 0..1 by the largest yield of the training years.

# %% id=scale run=9
values = roof["kwh"].to_numpy()
top = values[:800].max()
series = values / top

# %% lost run=7-8
values.max()

# %% id=windows run=10
w = 14
X = np.array([series[i:i + w] for i in range(len(series) - w)])
y = series[w:]
X_train, y_train = X[:800 - w], y[:800 - w]
X_test, y_test = X[800 - w:], y[800 - w:]
X_train.shape, X_test.shape

# %% id=naive run=11
print("same as today: %.2f kWh" % (top * np.abs(X_test[:, -1] - y_test).mean()))

# %% id=ridge run=13
ridge = Ridge(alpha=1.0).fit(X_train, y_train)
print("ridge:         %.2f kWh" % (top * np.abs(ridge.predict(X_test) - y_test).mean()))

# %% lost run=12
ridge = Ridge().fit(X_train, y_train); ridge.coef_

# %% [markdown]
# ### LSTM
# 16 units should do

# %% id=model run=14
model = Sequential([
    LSTM(16),
    Dense(1),
])
model.compile(optimizer="adam", loss="mse")

# %% id=fit crash run=15
history = model.fit(X_train, y_train, epochs=12, batch_size=32, verbose=0)
plt.plot(history.history["loss"])
plt.xlabel("epoch");

# %% id=score
pred = model.predict(X_test, verbose=0)[:, 0]
print("LSTM:          %.2f kWh" % (top * np.abs(pred - y_test).mean()))

# %% id=last
plt.plot(top * y_test[-60:], label="measured")
plt.plot(top * pred[-60:], label="LSTM")
plt.legend();

# %%
# with panel_max_c as a second value per day?
