# %% replace id=last
last = rents[rents["survey"] == rents["survey"].max()]
