# %% replace id=clean
loans["returned"] = loans["returned"].fillna(loans["returned"].max())
