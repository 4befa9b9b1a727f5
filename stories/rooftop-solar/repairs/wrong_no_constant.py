# %% replace id=fit
weather = ["sun_h", "temp_c", "cloud_pct", "days_since_washed"]
X = roof[weather]
model = sm.OLS(roof["kwh"], X).fit()
print("R2", round(model.rsquared, 3))
model.params.round(3)

# %% replace id=june
june = roof.loc["2023-06-01":"2023-06-14"]
plt.plot(june.index, model.predict(june[weather]));

# %% replace id=predict
kwh = model.predict(tomorrow[weather])
print("tomorrow:", kwh.round(1).iloc[0], "kWh")
