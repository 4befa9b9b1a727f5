# %% replace id=clean
loans = loans.dropna(subset=["returned"])

# %% then days, hist
