# %% replace id=folds
from sklearn.model_selection import KFold, cross_val_score

folds = KFold(n_splits=5, shuffle=True, random_state=7)
scores = cross_val_score(model, X, y, cv=folds)
print("auc: %.3f +- %.3f" % (scores.mean(), scores.std()))
