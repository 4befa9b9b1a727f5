# %% replace id=fit
import statsmodels.formula.api as smf

weather = ["sun_h", "temp_c", "cloud_pct", "days_since_washed"]
model = smf.ols("kwh ~ " + " + ".join(weather), data=roof).fit()
print("R2", round(model.rsquared, 3))
model.params.round(3)

# %% replace id=june
june = roof.loc["2023-06-01":"2023-06-14"]
plt.plot(june.index, model.predict(june));

# %% replace id=predict
kwh = model.predict(tomorrow)
print("tomorrow:", kwh.round(1).iloc[0], "kWh")
