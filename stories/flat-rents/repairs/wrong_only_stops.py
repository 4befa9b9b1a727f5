# %% replace id=last
last = rents.copy()
