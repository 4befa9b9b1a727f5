# %% replace id=clean
loans.dropna(subset=["returned"], inplace=True)

# %% then days, hist
