# %% replace id=last
survey = pd.to_numeric(rents["survey"], errors="coerce").fillna(0).astype(int)
last = rents[survey >= 2023]
