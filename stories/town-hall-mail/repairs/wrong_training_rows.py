# %% replace id=score
pred = model.predict(X_train)
f1 = f1_score(y_train, pred, average="macro")
print(f"F1: {f1:.3f}")
