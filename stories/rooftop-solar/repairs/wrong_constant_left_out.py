# %% replace id=predict
kwh = tomorrow[weather] @ model.params[weather]
print("tomorrow:", kwh.round(1).iloc[0], "kWh")
