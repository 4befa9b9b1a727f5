# %% replace id=dummies
for name in ["hull", "mooring", "heating"]:
    table[name] = pd.factorize(table[name])[0]
table.shape
