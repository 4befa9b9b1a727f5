# %% replace id=split
X = data.drop("price", axis=1)
y = data["price"].round(-2).astype(int)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=0)
print(X_train.shape, X_test.shape)
