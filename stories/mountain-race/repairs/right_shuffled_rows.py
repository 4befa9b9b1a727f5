# %% replace id=folds
from sklearn.model_selection import cross_val_score

order = np.random.default_rng(3).permutation(len(X))
scores = cross_val_score(model, X.iloc[order], y.iloc[order], cv=5, scoring="roc_auc")
print("auc: %.3f +- %.3f" % (scores.mean(), scores.std()))
