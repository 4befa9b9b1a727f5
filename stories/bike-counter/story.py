# %% [markdown]
# # How many bikes in the next hour? 🚲
# The city put a counter on the harbour bridge. I want to know if the last day is enough to
# predict the next hour, **without** any deep learning, just numpy.

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
%matplotlib inline

# %% id=load run=2
df = pd.read_csv("data/bridge_counter.csv", parse_dates=["time"])
df.head()

# %% lost run=3
df.columns

# %% run=4
df.info()

# %% run=5,9
df[["bikes", "temp", "rain_mm"]].describe().round(1)

# %% [markdown]
# Two weeks to look at. Rush hours are easy to see, weekends are rounder.

# %% run=6
two_weeks = df[:14*24]
plt.figure(figsize=(8, 2.5))
plt.plot(two_weeks["time"], two_weeks["bikes"], lw=1)
plt.ylabel("bikes / h")
plt.show()

# %% run=7
df.groupby(df["time"].dt.hour)["bikes"].mean().plot(kind="bar", figsize=(7, 2.5), color="teal");

# %% lost run=8
df["bikes"].autocorr(24), df["bikes"].autocorr(168)

# %% [markdown]
# ## From a series to X and y
# every row of X: the hours before, y: the hour that comes next

# %% id=windows run=10
def make_windows(values, size):
    X = np.zeros((len(values) - 1, size))
    for i in range(len(values) - 1):
        X[i] = values[i:i + size]
    y = values[size:]
    return X, y

# %% id=baseline run=11
values = df["bikes"].to_numpy(dtype=float)

# baseline: next hour = this hour
X1, y1 = make_windows(values, 1)
print(X1.shape, y1.shape)
print("MAE baseline:", np.abs(X1[:, 0] - y1).mean().round(1))

# %% [markdown]
# 40 bikes off on average is a lot, now with a full day

# %% id=day crash run=12
WINDOW = 24
X, y = make_windows(values, WINDOW)
print(X.shape, y.shape)

# %% id=split
# last week is for testing
n_test = 7 * 24
X_train, X_test = X[:-n_test], X[-n_test:]
y_train, y_test = y[:-n_test], y[-n_test:]

# %% id=fit
A = np.column_stack([X_train, np.ones(len(X_train))])
w, *_ = np.linalg.lstsq(A, y_train, rcond=None)
pred = np.column_stack([X_test, np.ones(len(X_test))]) @ w
print("MAE:", np.abs(pred - y_test).mean().round(1))

# %% id=plot
plt.figure(figsize=(8, 2.5))
plt.plot(y_test, label="counted", lw=1)
plt.plot(pred, label="predicted", lw=1)
plt.legend()
plt.show()
