# %% replace id=fit
X = X.reshape(len(X), -1)
clf = LogisticRegression(max_iter=2000)
clf.fit(X, y)
print("train acc", clf.score(X[train], y[train]))
