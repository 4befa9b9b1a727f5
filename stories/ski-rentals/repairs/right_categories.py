# %% replace id=encode_new
known = new.drop(columns="booking").copy()
for col in ["ski", "level", "arrival"]:
    known[col] = pd.Categorical(known[col], categories=sorted(train[col].unique()))
X_new = pd.get_dummies(known)
