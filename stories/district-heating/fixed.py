# %% order imports, gap, load, look, scatter, corr, gap, features, split, fit, evaluate, plot, lags, linear, naive
