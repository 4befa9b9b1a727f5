# %% replace id=score
pred = model.predict(X_test)
per_desk = f1_score(y_test, pred, average=None)
print(dict(zip(model.classes_, per_desk.round(2))))
f1 = per_desk.mean()
print(f"F1: {f1:.3f}")
