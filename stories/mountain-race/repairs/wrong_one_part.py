# %% replace id=folds
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split

X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=7)
model.fit(X_train, y_train)
scores = np.array([roc_auc_score(y_test, model.predict_proba(X_test)[:, 1])])
print("auc: %.3f +- %.3f" % (scores.mean(), scores.std()))
