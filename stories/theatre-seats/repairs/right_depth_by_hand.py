# %% replace id=predict
model = GradientBoostingRegressor(max_depth=3, n_estimators=200, learning_rate=0.06, random_state=0).fit(X_train, y_train)
pred = model.predict(X_test).clip(0, 180)
mae = mean_absolute_error(y_test, pred)
print(f"off by {mae:.1f} seats in the mean")
