# %% order imports, load, gap, week, metric, try_metric, features, gap, split, fit, evaluate, picture, naive, last_week
