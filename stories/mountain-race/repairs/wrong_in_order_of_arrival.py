# %% replace id=folds
from sklearn.model_selection import cross_val_score

scores = cross_val_score(model, X, y, cv=5, scoring="roc_auc")
print("auc: %.3f +- %.3f" % (scores.mean(), scores.std()))
