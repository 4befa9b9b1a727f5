# %% replace id=all
paths = [file_of(year, month) for year in years for month in months]
birds = pd.concat([pd.read_csv(path, parse_dates=["date"]) for path in paths if Path(path).exists()])
birds.shape
