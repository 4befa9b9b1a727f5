# %% replace id=clean
loans = loans.dropna(axis=1)
