# %% replace id=peak
peak = run["hr"].to_numpy().argmax()
peak
