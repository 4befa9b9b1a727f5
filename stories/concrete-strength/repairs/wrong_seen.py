# %% replace id=total
coef, *_ = np.linalg.lstsq(A, y, rcond=None)
oof = A @ coef
truth = y
mae = np.abs(oof - truth).mean()
r2 = 1 - ((truth - oof) ** 2).sum() / ((truth - truth.mean()) ** 2).sum()
print("MAE %.2f MPa, R2 %.3f" % (mae, r2))
