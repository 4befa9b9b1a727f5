# %% replace id=all
birds = pd.concat(
    [pd.read_csv(f"data/ringing_2022-{month:02d}.csv", parse_dates=["date"]) for year in years for month in months],
    ignore_index=True,
)
birds.shape
