# %% insert after=long id=column
long = long.rename(columns={"value": "visitors"})
