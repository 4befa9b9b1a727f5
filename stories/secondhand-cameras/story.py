# %% [markdown]
# # 📷 A fair price for a used camera
# I collected 380 ads over the summer. My first own dataset and my first model, comments welcome!

# %% id=imports run=1
import pandas as pd
import matplotlib.pyplot as plt
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.pipeline import make_pipeline
from sklearn.linear_model import LogisticRegression

# %% id=load run=2
cams = pd.read_csv("data/cameras.csv")
cams.head()

# %% run=3
cams.info()

# %% run=4
cams["price"].describe()

# %% lost run=5
cams["brand"].nunique()

# %% id=hist run=6,9
cams["price"].hist(bins=30, figsize=(5, 2.2))
plt.xlabel("euro");

# %% run=7
cams.groupby("sensor")["price"].mean().round(0)

# %% run=8
plt.figure(figsize=(5, 2.5))
plt.scatter(cams["year"], cams["price"], s=6, c=cams["condition"], cmap="viridis")
plt.colorbar(label="condition");

# %% [markdown]
# newer = more expensive, and full frame is its own world

# %% id=encode run=10
data = cams.copy()
data["bag"] = data["bag"].map({"yes": 1, "no": 0})
data = pd.get_dummies(data, columns=["brand", "sensor"])
data.shape

# %% lost run=11-12
data.head()

# %% id=split run=13
X = data.drop("price", axis=1)
y = data["price"]
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=0)
print(X_train.shape, X_test.shape)

# %% [markdown]
# ## Model
# everything on the same scale first, then the regression

# %% id=model run=14
model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))

# %% id=fit crash run=15
model.fit(X_train, y_train);

# %% id=score
print("train:", model.score(X_train, y_train))
print("test: ", model.score(X_test, y_test))

# %% id=plot
pred = model.predict(X_test)
plt.figure(figsize=(3.5, 3.5))
plt.scatter(y_test, pred, s=8)
plt.plot([0, 1200], [0, 1200], "k--", lw=1)
plt.xlabel("asked")
plt.ylabel("predicted");

# %% id=mine
# my own old one
mine = X_test.iloc[[0]].copy()
mine["year"] = 2014
mine["clicks"] = 21000
model.predict(mine)
