# %% replace id=predict
model = GradientBoostingRegressor(random_state=0).fit(X_train, y_train)
pred = y_test.to_numpy()
mae = mean_absolute_error(y_test, pred)
print(f"off by {mae:.1f} seats in the mean")
