# %% [markdown]
# # ☀️ What does my roof make tomorrow?
# One season of daily meter readings. I'd like to know the evening before whether I can charge the car.

# %% id=imports run=1
import pandas as pd
import matplotlib.pyplot as plt
import statsmodels.api as sm

# %% id=load run=2
roof = pd.read_csv("data/roof.csv", parse_dates=["day"], index_col="day")
roof.head()

# %% run=3
roof.describe().round(1)

# %% run=4,7
roof["kwh"].resample("W").mean().plot(figsize=(5, 2), ylabel="kWh a day");

# %% lost run=5-6
roof[roof["kwh"] > 30]

# %% run=8
roof.corr()["kwh"].round(2)

# %%
pd.plotting.lag_plot(roof["kwh"])

# %% [markdown]
# ## Model
# plain OLS, I want to be able to read it

# %% id=fit run=9
weather = ["sun_h", "temp_c", "cloud_pct", "days_since_washed"]
X = sm.add_constant(roof[weather])
model = sm.OLS(roof["kwh"], X).fit()
print("R2", round(model.rsquared, 3))
model.params.round(3)

# %% [markdown]
# Two weeks kept no secrets, so: fitted values against the meter.

# %% id=june run=10
june = roof.loc["2023-06-01":"2023-06-14"]
plt.figure(figsize=(5, 2))
plt.plot(june.index, june["kwh"], "o", label="meter")
plt.plot(june.index, model.predict(sm.add_constant(june[weather])), label="model")
plt.xticks(rotation=60)
plt.legend();

# %% [markdown]
# ## Tomorrow
# from the forecast on the radio

# %% id=tomorrow run=11
tomorrow = pd.DataFrame({"sun_h": [7.5], "temp_c": [16.0], "cloud_pct": [38], "days_since_washed": [12]})
tomorrow

# %% id=predict crash run=12
kwh = model.predict(sm.add_constant(tomorrow[weather]))
print("tomorrow:", kwh.round(1).iloc[0], "kWh")

# %% id=car
per_100_km = 16.5
print("enough for", round(float(kwh.iloc[0]) / per_100_km * 100), "km")

# %% id=band
# how sure?
model.conf_int().round(3)

# %%
sm.graphics.plot_fit(model, "sun_h");
