# %% replace id=fit
names = {name: "".join(c if c.isalnum() else "_" for c in name) for name in X.columns}
X_train, X_test = X_train.rename(columns=names), X_test.rename(columns=names)
model.fit(X_train, y_train)
pred = model.predict(X_test)
print("MAE: %.3f %% vol" % mean_absolute_error(y_test, pred))
