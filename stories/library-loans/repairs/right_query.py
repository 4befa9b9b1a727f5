# %% replace id=clean
still_out = loans[loans["returned"].isna()]
loans = loans.drop(still_out.index)
