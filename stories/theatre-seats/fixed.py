# %% order imports, load, genres, features, gap, split, mean, depths, fit, predict, plot, bar
