# %% replace id=encode_new
X_new = pd.get_dummies(new.drop(columns="booking")).astype(float).reindex(columns=X.columns)
