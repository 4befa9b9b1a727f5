# %% order c2, c3, c4, gap, c5, c7, c8, c11, gap, c12, target, features, gap, split, fit, report, weights
