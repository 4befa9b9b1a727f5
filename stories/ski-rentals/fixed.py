# %% replace id=encode_new
X_new = pd.get_dummies(new.drop(columns="booking"))
print("nobody next week:", list(X.columns.difference(X_new.columns)))
X_new = X_new.reindex(columns=X.columns, fill_value=0)

# %% then save, hist
