# %% replace id=all
birds = pd.concat(
    [pd.read_csv(path, parse_dates=["date"]) for path in sorted(Path("data").glob("ringing_*.csv"))],
    ignore_index=True,
)
birds.shape
