# %% replace id=fit
weather = ["sun_h", "temp_c", "cloud_pct"]
X = sm.add_constant(roof[weather])
model = sm.OLS(roof["kwh"], X).fit()
print("R2", round(model.rsquared, 3))
model.params.round(3)

# %% replace id=predict
kwh = model.predict(tomorrow[["days_since_washed", *weather]])
print("tomorrow:", kwh.round(1).iloc[0], "kWh")
