# %% replace id=all
birds = pd.concat([pd.read_csv(path) for path in Path("data").glob("*.csv")], ignore_index=True)
birds["date"] = pd.to_datetime(birds["date"])
birds.shape
