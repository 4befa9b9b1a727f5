# %% replace id=dummies
table = pd.get_dummies(table, columns=["hull", "mooring", "heating"], drop_first=True, dtype="float32")
table.shape
