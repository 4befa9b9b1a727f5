# %% order imports, load, c4, gap, typos, ages, gap, heating, insulated, train, importances, residuals
