# %% replace id=predict
model = GradientBoostingRegressor(random_state=0).fit(X, y)
pred = model.predict(X_test).clip(0, 180)
mae = mean_absolute_error(y_test, pred)
print(f"off by {mae:.1f} seats in the mean")
