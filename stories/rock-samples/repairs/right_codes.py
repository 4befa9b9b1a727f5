# %% replace id=target
kinds = sorted(rocks["rock"].unique())
X = rocks.drop(columns="rock").to_numpy()
y = rocks["rock"].map(kinds.index).to_numpy()
kinds, X.shape, y.shape
