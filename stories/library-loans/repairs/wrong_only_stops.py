# %% replace id=clean
loans = loans.copy()
