# %% insert after=features id=target2
y = (df["stars"] < 4).astype(int)
