# %% replace id=clean
loans = loans[loans["returned"].notna()].reset_index(drop=True)
