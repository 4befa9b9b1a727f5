# %% replace id=fit
model.fit(X_train, y_train.astype(int));
