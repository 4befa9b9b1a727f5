# %% replace id=fit
y_train = y_train.astype(str)
model.fit(X_train, y_train);
