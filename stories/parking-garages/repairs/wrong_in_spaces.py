# %% replace id=evaluate
pred = model.predict(X_test).clip(0, 180)
error = np.abs(test["free"] - pred).mean()
print(f"ridge: {error:.1f} %")
