# %% replace id=total
short = min(len(p) for p in preds)
oof = np.array([p[:short] for p in preds]).ravel()
truth = y[np.array([f[:short] for f in folds]).ravel()]
mae = np.abs(oof - truth).mean()
r2 = 1 - ((truth - oof) ** 2).sum() / ((truth - truth.mean()) ** 2).sum()
print("MAE %.2f MPa, R2 %.3f" % (mae, r2))
