# %% replace id=evaluate
pred = model.predict(X_test).clip(0, 180)
said = model.predict(X_train).clip(0, 180)
real = train["free"]
error = 100 * (np.abs(real - said)[real > 0] / real[real > 0]).mean()
print(f"ridge: {error:.1f} %")
