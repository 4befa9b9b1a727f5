# %% replace id=day
WINDOW = 24
X = np.array([values[end - WINDOW:end] for end in range(WINDOW, len(values))])
y = values[WINDOW:]
print(X.shape, y.shape)
