# %% replace id=encode
y = train["days"]
both = pd.concat([train.drop(columns="days"), new.drop(columns="booking")], keys=["train", "new"])
both = pd.get_dummies(both)
X = both.loc["train"]
X.shape

# %% replace id=encode_new
X_new = both.loc["new"]

# %% then save, hist
