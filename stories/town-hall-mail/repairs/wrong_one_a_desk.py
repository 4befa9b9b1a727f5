# %% replace id=score
pred = model.predict(X_test)
f1 = f1_score(y_test, pred, average=None).max()
print(f"F1: {f1:.3f}")
