# %% replace id=windows
def make_windows(values, size):
    n = len(values) - size
    X = np.zeros((n, size))
    for i in range(n):
        X[i] = values[i + 1:i + 1 + size]
    y = values[size:]
    return X, y
