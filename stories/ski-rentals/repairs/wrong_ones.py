# %% replace id=encode_new
X_new = pd.get_dummies(new.drop(columns="booking")).reindex(columns=X.columns, fill_value=1)
