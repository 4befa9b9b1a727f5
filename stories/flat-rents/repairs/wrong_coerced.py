# %% replace id=last
rents["survey"] = pd.to_numeric(rents["survey"], errors="coerce")
last = rents[rents["survey"] == 2024]
