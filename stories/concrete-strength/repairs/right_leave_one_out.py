# %% replace id=folds
order = np.arange(len(y))
folds = np.array_split(order, len(y))

