# %% replace id=tensors
inputs = [c for c in table.columns if c != "price_k"]
X_train = torch.tensor(np.stack([train[c].astype(float) for c in inputs], axis=1)).float()
X_test = torch.tensor(np.stack([test[c].astype(float) for c in inputs], axis=1)).float()
y_train = torch.tensor(train["price_k"].values, dtype=torch.float32).reshape(-1, 1)
y_test = torch.tensor(test["price_k"].values, dtype=torch.float32).reshape(-1, 1)
X_train.shape, X_test.shape
