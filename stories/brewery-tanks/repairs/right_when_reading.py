# %% replace id=load
tanks = pd.read_csv("data/tanks.csv")
tanks = tanks.rename(columns=lambda name: name.translate(str.maketrans("[]", "()")))
tanks.head()

# %% replace id=features
target = "alcohol (% vol)"
X = pd.get_dummies(tanks.drop(columns=["batch", target]), columns=["style", "tank"], dtype=int)
y = tanks[target]
X.shape

# %% replace id=gravity
tanks.plot.scatter("original gravity (°P)", "alcohol (% vol)", figsize=(5, 2.5));

# %% replace id=c5
tanks.groupby("style")["alcohol (% vol)"].agg(["count", "mean", "std"]).round(2)
