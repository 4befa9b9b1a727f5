# %% replace id=windows
def make_windows(values, size):
    n = len(values) - size
    X = np.zeros((n, size))
    for i in range(n):
        X[i] = values[i:i + size]
    y = values[:n]
    return X, y
