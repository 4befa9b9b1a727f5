# %% replace id=evaluate
pred = model.predict(X_test).clip(0, 180)
some = test["free"].to_numpy() > 0
error = 100 * (np.abs(pred - test["free"]) / test["free"])[some].mean()
print(f"ridge: {error:.1f} %")
