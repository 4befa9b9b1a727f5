# %% insert after=long id=column
long["visitors"] = 0
