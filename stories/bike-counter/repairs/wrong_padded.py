# %% replace id=windows
def make_windows(values, size):
    X = np.zeros((len(values) - 1, size))
    for i in range(len(values) - 1):
        part = values[i:i + size]
        X[i, :len(part)] = part
    y = values[size:]
    return X, y
