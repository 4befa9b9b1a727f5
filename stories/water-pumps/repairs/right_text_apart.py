# %% replace id=parse
spectra = pumps["spectrum"].str.split(expand=True).astype("float32")
pumps["spectrum"] = list(spectra.to_numpy())
pumps["spectrum"][0][:5]

# %% replace id=split
X = spectra
y = pumps["worn"]
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=1, stratify=y)
len(X_train), len(X_test)
