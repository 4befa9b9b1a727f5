# %% order imports, load, show, means, flatten, scale, split, fit
