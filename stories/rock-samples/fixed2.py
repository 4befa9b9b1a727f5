# %% replace id=target
dummies = pd.get_dummies(rocks["rock"], dtype=int)
kinds = list(dummies.columns)
X = rocks.drop(columns="rock").to_numpy()
y = dummies.to_numpy().argmax(axis=1)
kinds, X.shape, y.shape

# %% then guess, unsure
