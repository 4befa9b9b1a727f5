# %% replace id=dummies
table = table.drop(columns=["hull", "mooring", "heating"])
table.shape
