# %% replace id=fit
clf = LogisticRegression(max_iter=2000)
clf.fit(X[train].reshape(len(train), -1), y[train])
print("train acc", clf.score(X[train].reshape(len(train), -1), y[train]))
