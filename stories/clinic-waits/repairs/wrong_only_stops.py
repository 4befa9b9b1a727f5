# %% insert after=copy id=waits
waits = pd.Series(0, index=visits.index)
