# %% order imports, load, features, split, depths, fit, predict
