# %% replace id=split
y = np.where(df["stars"] > 3, 1, 0)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=42, stratify=y)
X_train.shape, X_test.shape
