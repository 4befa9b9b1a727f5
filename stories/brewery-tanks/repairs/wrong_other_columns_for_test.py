# %% replace id=fit
X_train = X_train.rename(columns=lambda name: name.split(" [")[0])
X_test = X_test.sort_index(axis=1)
model.fit(X_train, y_train)
pred = model.predict(X_test.to_numpy())
print("MAE: %.3f %% vol" % mean_absolute_error(y_test, pred))
