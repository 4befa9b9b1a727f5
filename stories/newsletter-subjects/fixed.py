# %% order gap, c2, load, c4, c5, gap, c6, c8, c9, gap, code, ttest, segments, revenue
