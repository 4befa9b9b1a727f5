# %% replace id=evaluate
pred = model.predict(X_test.iloc[:, -4:].set_axis(cols, axis=1))
mae = mean_absolute_error(y_test, pred)
print("MAE forest:", round(mae, 3), "MWh")
