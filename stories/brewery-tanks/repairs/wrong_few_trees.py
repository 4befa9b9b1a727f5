# %% replace id=params
model = lgb.LGBMRegressor(n_estimators=1, verbose=-1)

# %% replace id=fit
model.fit(X_train.to_numpy(), y_train)
pred = model.predict(X_test.to_numpy())
print("MAE: %.3f %% vol" % mean_absolute_error(y_test, pred))
