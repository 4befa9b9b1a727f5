# %% replace id=features
target = "alcohol [% vol]"
X = pd.get_dummies(tanks.drop(columns=["batch", target]), columns=["style", "tank"], dtype=int)
X.columns = X.columns.str.replace(r" \[.*\]", "", regex=True)
y = tanks[target]
X.shape

# %% then scatter, worst
