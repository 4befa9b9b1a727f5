# %% replace id=predict
rf.fit(X.to_numpy(), y)
filled = np.zeros((len(X_new), X.shape[1]))
filled[:, :X_new.shape[1]] = X_new
new["days"] = rf.predict(filled)
new[["booking", "days"]].head()
