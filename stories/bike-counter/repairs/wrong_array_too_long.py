# %% replace id=windows
def make_windows(values, size):
    X = np.zeros((len(values) - 1, size))
    for i in range(len(values) - size):
        X[i] = values[i:i + size]
    y = values[size:]
    return X, y
