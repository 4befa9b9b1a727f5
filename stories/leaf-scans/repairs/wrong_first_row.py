# %% replace id=fit
clf = LogisticRegression(max_iter=2000)
clf.fit(X[train, 0], y[train])
print("train acc", clf.score(X[train, 0], y[train]))
