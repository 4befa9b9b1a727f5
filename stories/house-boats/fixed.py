# %% replace id=dummies
table = pd.get_dummies(table, columns=["hull", "mooring", "heating"], dtype=float)
table.shape

# %% then net, test
