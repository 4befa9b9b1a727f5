# %% replace id=train
if "kwh" in houses:
    target = houses.pop("kwh")
features = pd.get_dummies(houses.drop(columns="house"))

forest = RandomForestRegressor(n_estimators=120, min_samples_leaf=2, oob_score=True, random_state=1)
forest.fit(features, target)
print("R2 (oob):", round(forest.oob_score_, 3))
