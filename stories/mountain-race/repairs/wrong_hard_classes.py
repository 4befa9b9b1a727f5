# %% replace id=folds
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import KFold

scores = []
for train, test in KFold(5, shuffle=True, random_state=7).split(X):
    model.fit(X.iloc[train], y.iloc[train])
    scores.append(roc_auc_score(y.iloc[test], model.predict(X.iloc[test])))
scores = np.array(scores)
print("auc: %.3f +- %.3f" % (scores.mean(), scores.std()))
