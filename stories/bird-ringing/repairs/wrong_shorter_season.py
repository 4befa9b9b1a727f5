# %% replace id=season
years = [2022, 2023]
months = range(10, 12)
