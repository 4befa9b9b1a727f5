# %% replace id=features
tanks.columns = tanks.columns.str.replace(r"[^A-Za-z]+", "_", regex=True)
target = "alcohol_vol_"
X = pd.get_dummies(tanks.drop(columns=["batch"]), columns=["style", "tank"], dtype=int)
y = tanks[target]
X.shape
