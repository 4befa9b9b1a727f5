# %% replace id=split
features = ["new_snow_cm", "wind_kmh", "warming_c", "weak_layer", "snow_depth_cm"]
train, test = train_test_split(df, test_size=0.25, random_state=8, stratify=df["danger"])
scaler = StandardScaler().fit(train[features])

def tensors(part):
    X = torch.tensor(scaler.transform(part[features]), dtype=torch.float32)
    y = torch.tensor(part["danger"].values - 1)
    return X, y

X_train, y_train = tensors(train)
X_test, y_test = tensors(test)
X_train.shape, y_train.dtype

# %% then right, matrix
