# %% replace id=split
X_train, X_test = train_test_split(X, test_size=0.25, random_state=42)
X_train.shape, X_test.shape
