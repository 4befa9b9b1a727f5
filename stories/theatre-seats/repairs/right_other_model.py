# %% insert after=mean id=forest
from sklearn.ensemble import RandomForestRegressor
model = RandomForestRegressor(n_estimators=150)
model.fit(X_train, y_train)
