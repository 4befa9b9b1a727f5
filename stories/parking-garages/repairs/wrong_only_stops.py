# %% replace id=evaluate
pred = model.predict(X_test).clip(0, 180)
error = mape
print(f"ridge: {error:.1f} %")
