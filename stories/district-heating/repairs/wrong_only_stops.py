# %% replace id=evaluate
pred = lin.predict(X_test)
mae = mean_absolute_error(y_test, pred)
print("MAE forest:", round(mae, 3), "MWh")
