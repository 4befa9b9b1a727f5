# %% insert after=features id=target2
y = (df["stars"] >= 3).astype(int)
