# %% replace id=predict
row = tomorrow[weather].copy()
row.insert(0, "const", 0.0)
kwh = model.predict(row)
print("tomorrow:", kwh.round(1).iloc[0], "kWh")
