# %% replace id=train
target = houses["kwh"]
houses["per_m2"] = (houses["kwh"] / houses["area_m2"]).round()
features = pd.get_dummies(houses.drop(columns=["house", "kwh"]))

forest = RandomForestRegressor(n_estimators=120, min_samples_leaf=2, oob_score=True, random_state=1)
forest.fit(features, target)
print("R2 (oob):", round(forest.oob_score_, 3))
