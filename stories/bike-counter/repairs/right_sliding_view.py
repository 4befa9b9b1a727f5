# %% replace id=windows
def make_windows(values, size):
    X = np.lib.stride_tricks.sliding_window_view(values, size)[:-1]
    y = values[size:]
    return X, y
