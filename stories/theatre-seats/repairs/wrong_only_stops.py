# %% insert after=mean id=dummy
from sklearn.dummy import DummyRegressor
model = DummyRegressor().fit(X_train, y_train)
