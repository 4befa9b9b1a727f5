# %% replace id=train
model = Ridge(alpha=1.0)
model.fit(train[["temp", "month"]], train["kg"])
print("R2 train:", model.score(train[["temp", "month"]], train["kg"]))
