# %% replace id=last
rents["survey"] = rents["survey"].str.rstrip("*").astype(int)
last = rents[rents["survey"] == 2024]

# %% then neighbours, box
