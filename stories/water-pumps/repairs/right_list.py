# %% replace id=split
X = np.array(pumps["spectrum"].tolist())
y = pumps["worn"].to_numpy()
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=1, stratify=y)
len(X_train), len(X_test)
