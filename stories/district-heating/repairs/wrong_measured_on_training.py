# %% replace id=evaluate
y_test = target.loc[:cut]
pred = model.predict(heat.loc[:cut, cols])
mae = mean_absolute_error(y_test, pred)
print("MAE forest:", round(mae, 3), "MWh")
