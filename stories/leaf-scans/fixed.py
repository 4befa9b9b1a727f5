# %% order imports, load, gap, show, counts, gap, means, scale, flatten, split, fit, score, matrix
