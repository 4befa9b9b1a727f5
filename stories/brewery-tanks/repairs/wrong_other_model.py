# %% replace id=params
from sklearn.dummy import DummyRegressor

model = DummyRegressor()
