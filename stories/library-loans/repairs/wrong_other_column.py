# %% replace id=clean
loans = loans.dropna(subset=["taken"])
