# %% replace id=predict
kwh = model.predict(sm.add_constant(tomorrow[weather], has_constant="add"))
print("tomorrow:", kwh.round(1).iloc[0], "kWh")

# %% then car, band
