# %% replace id=season
years = [2022, 2023]
months = [str(month).zfill(2) for month in range(3, 12)]

# %% replace id=all
birds = []
for year in years:
    for month in months:
        birds.append(pd.read_csv(file_of(year, month), parse_dates=["date"]))
birds = pd.concat(birds)
birds.shape
