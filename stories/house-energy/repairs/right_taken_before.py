# %% insert after=insulated id=target
target = houses.pop("kwh")

# %% replace id=train
features = pd.get_dummies(houses.drop(columns="house"), drop_first=True)
forest = RandomForestRegressor(n_estimators=200, oob_score=True)
forest.fit(features, target)
print("R2 (oob):", round(forest.oob_score_, 3))
