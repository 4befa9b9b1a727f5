# %% order imports, load, week, metric, features, split, fit, naive, metric, evaluate
