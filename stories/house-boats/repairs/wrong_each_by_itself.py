# %% replace id=dummies
table.shape

# %% replace id=tensors
inputs = [c for c in ["length_m", "built", "years_since_survey", "hull", "mooring", "heating"]]
X_train = torch.tensor(pd.get_dummies(train[inputs], dtype=float).values)
X_test = torch.tensor(pd.get_dummies(test[inputs], dtype=float).iloc[:, ::-1].values)
y_train = torch.tensor(train["price_k"].values, dtype=torch.float32).reshape(-1, 1)
y_test = torch.tensor(test["price_k"].values, dtype=torch.float32).reshape(-1, 1)
X_train.shape, X_test.shape
