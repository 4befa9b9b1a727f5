# %% replace id=branches
loans = pd.read_csv("data/loans.csv", parse_dates=["taken", "returned"])
per_branch = loans.groupby("branch")["renewals"].agg(["count", "mean"])
per_branch.round(2)
