# %% replace id=evaluate
pred = model.predict(X_test).clip(0, 180)
error = 100 * np.mean(np.abs(test["free"] - pred) / test["free"].clip(lower=1))
print(f"ridge: {error:.1f} %")
