# %% replace id=folds
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import KFold

folds = KFold(n_splits=5, shuffle=True, random_state=7)
scores = []
for train, test in folds.split(X):
    model.fit(X, y)
    scores.append(roc_auc_score(y.iloc[test], model.predict_proba(X.iloc[test])[:, 1]))
scores = np.array(scores)
print("auc: %.3f +- %.3f" % (scores.mean(), scores.std()))
