# %% replace id=tensors
inputs = [c for c in table.columns if c != "price_k"]
X_train = torch.tensor(train[inputs].select_dtypes("number").values)
X_test = torch.tensor(test[inputs].select_dtypes("number").values)
y_train = torch.tensor(train["price_k"].values, dtype=torch.float32).reshape(-1, 1)
y_test = torch.tensor(test["price_k"].values, dtype=torch.float32).reshape(-1, 1)
X_train.shape, X_test.shape
