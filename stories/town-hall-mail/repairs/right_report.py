# %% replace id=score
from sklearn.metrics import classification_report

pred = model.predict(X_test)
report = classification_report(y_test, pred, output_dict=True)
f1 = report["macro avg"]["f1-score"]
print(f"F1: {f1:.3f}")
