# %% replace id=peak
run = pd.read_csv("data/run.csv")
peak = run["hr"].idxmax()
peak
