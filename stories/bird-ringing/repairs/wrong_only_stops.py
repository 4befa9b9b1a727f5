# %% replace id=all
birds = pd.concat(
    [pd.read_csv(file_of(year, month), parse_dates=["date"]) for year in years for month in months if month > 9],
    ignore_index=True,
)
birds.shape
