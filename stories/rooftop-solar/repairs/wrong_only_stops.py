# %% replace id=predict
kwh = model.predict(X.tail(1))
print("tomorrow:", kwh.round(1).iloc[0], "kWh")
