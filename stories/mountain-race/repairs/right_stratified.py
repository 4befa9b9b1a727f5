# %% replace id=folds
from sklearn.model_selection import StratifiedKFold, cross_validate

folds = StratifiedKFold(5, shuffle=True, random_state=1)
scores = cross_validate(model, X, y, cv=folds, scoring="roc_auc")["test_score"]
print("auc: %.3f +- %.3f" % (scores.mean(), scores.std()))
