# %% replace id=dummies
table = pd.get_dummies(table, columns=["hull", "mooring", "heating"])
table = table.astype(float)
table.shape
