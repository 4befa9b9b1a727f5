# %% replace id=predict
X, X_new = X.align(X_new, join="left", axis=1, fill_value=0)
rf.fit(X, y)
new["days"] = rf.predict(X_new)
new[["booking", "days"]].head()
