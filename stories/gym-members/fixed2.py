# %% replace id=tensors
Xt = torch.tensor(scaler.transform(X_train), dtype=torch.float32)
yt = torch.tensor(y_train.to_numpy(), dtype=torch.float32).reshape(-1, 1)
Xv = torch.tensor(scaler.transform(X_test), dtype=torch.float32)
yv = torch.tensor(y_test.to_numpy(), dtype=torch.float32).reshape(-1, 1)

# %% then curve, score
