# %% replace id=worst
worst = by_stop[by_stop["n"] > 20].sort_values("mean_delay").tail(8).reset_index()
