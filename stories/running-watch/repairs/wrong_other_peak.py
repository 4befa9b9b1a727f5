# %% replace id=peak
peak = run["speed"].argmax()
peak
