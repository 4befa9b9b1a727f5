# %% replace id=train
model = Ridge(alpha=1.0)
model.fit(train[features].fillna(0), train["kg"])
print("R2 train:", model.score(train[features].fillna(0), train["kg"]))
