# %% replace id=fit
X = X.mean(axis=2)
clf = LogisticRegression(max_iter=2000)
clf.fit(X[train], y[train])
print("train acc", clf.score(X[train], y[train]))
