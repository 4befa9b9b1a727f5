# %% restore id=wait

# %% order imports, load, info, missing, crowd, gap, hours, copy, wait, ranking, slowest
