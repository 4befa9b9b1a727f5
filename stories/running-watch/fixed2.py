# %% replace id=moving
run = run[run["speed"] >= 0.5].reset_index(drop=True)
run["hr"].describe().round(1)

# %% then caption
