# %% replace id=train
known = train[features].notna().all(axis=1)
model = Ridge(alpha=1.0)
model.fit(train.loc[known, features], train.loc[known, "kg"])
print("R2 train:", model.score(train.loc[known, features], train.loc[known, "kg"]))
