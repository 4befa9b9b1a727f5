# %% replace id=last
last = rents[rents["survey"].str.startswith("2024")].reset_index(drop=True)
