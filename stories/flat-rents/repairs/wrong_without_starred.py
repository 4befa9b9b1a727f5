# %% replace id=last
last = rents[rents["survey"] == "2024"]
