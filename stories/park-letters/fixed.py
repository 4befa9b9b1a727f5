# %% order imports, load, gap, kinds, gap, length, sorted, look, train, score, sort
