# %% replace id=lags
heat["lag_24"] = heat["heat_mwh"].shift(24)
heat["lag_168"] = heat["heat_mwh"].shift(168)
lagged = heat.dropna()
X_train2, X_test2 = lagged.loc[:cut, cols + ["lag_24", "lag_168"]], lagged.loc[cut:, cols + ["lag_24", "lag_168"]]
y_train2, y_test2 = lagged.loc[:cut, "heat_mwh"], lagged.loc[cut:, "heat_mwh"]

# %% replace id=linear
lin = LinearRegression().fit(X_train2, y_train2)
print("MAE linear + lags:", round(mean_absolute_error(y_test2, lin.predict(X_test2)), 3))
