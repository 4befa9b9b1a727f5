# %% replace id=score
pred = model.predict(X_test)
f1 = f1_score(y_test == "waste", pred == "waste")
print(f"F1: {f1:.3f}")
