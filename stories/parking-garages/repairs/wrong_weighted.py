# %% replace id=evaluate
pred = model.predict(X_test).clip(0, 180)
error = 100 * np.abs(test["free"] - pred).sum() / test["free"].sum()
print(f"ridge: {error:.1f} %")
