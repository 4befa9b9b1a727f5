# %% replace id=evaluate
pred = model.predict(X_test).clip(0, 180)
from sklearn.metrics import mean_absolute_percentage_error
error = 100 * mean_absolute_percentage_error(test["free"], pred)
print(f"ridge: {error:.1f} %")
