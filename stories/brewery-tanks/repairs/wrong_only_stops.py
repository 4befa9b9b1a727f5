# %% replace id=fit
model.fit(X_train[["pH"]], y_train)
pred = model.predict(X_test[["pH"]])
print("MAE: %.3f %% vol" % mean_absolute_error(y_test, pred))
