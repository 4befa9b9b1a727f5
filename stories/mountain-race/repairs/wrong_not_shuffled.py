# %% replace id=folds
from sklearn.model_selection import KFold, cross_val_score

folds = KFold(n_splits=5)
scores = cross_val_score(model, X, y, cv=folds, scoring="roc_auc")
print("auc: %.3f +- %.3f" % (scores.mean(), scores.std()))
