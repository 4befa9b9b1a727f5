# %% replace id=features
target = "alcohol [% vol]"
X = pd.get_dummies(tanks.drop(columns=["batch", target]), columns=["style", "tank"], dtype=int)
X = X[[name for name in X.columns if "[" not in name]]
y = tanks[target]
X.shape
