# %% replace id=model
from sklearn.dummy import DummyRegressor

model = make_pipeline(StandardScaler(), DummyRegressor())
