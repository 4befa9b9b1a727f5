# %% replace id=day
WINDOW = 1
X, y = make_windows(values, WINDOW)
print(X.shape, y.shape)
