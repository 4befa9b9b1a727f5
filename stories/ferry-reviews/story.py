# %% [markdown]
# # Ferry reviews - happy or not?
#
# ~400 reviews of five ferry lines. Can we tell from the text alone if somebody liked the trip?
# Plan: clean text -> TF-IDF -> logistic regression. Nothing fancy.

# %% run=1
import re
from collections import Counter

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

# %% run=2
df = pd.read_csv("data/reviews.csv", parse_dates=["date"])
print(df.shape)
df.head()

# %% run=3
df.isna().sum()

# %% lost run=4
df[df.review.isna()]

# %% run=5
# a few empty ones, not worth keeping
df = df.dropna(subset=["review"]).reset_index(drop=True)
len(df)

# %% [markdown]
# ## A first look

# %% run=6,8
df["stars"].value_counts().sort_index().plot.bar(color="steelblue", figsize=(5, 3))
plt.title("stars")
plt.show()

# %% lost run=7
df["stars"].plot.hist()

# %% run=9
df.groupby("route")["stars"].agg(["count", "mean"]).round(2).sort_values("mean")

# %%
# per month? probably too few
df.set_index("date")["stars"].resample("MS").mean().plot()

# %% [markdown]
# ## Cleaning
# lower case, no numbers, no punctuation

# %% lost run=10
re.sub(r"[^a-z ]", " ", df["review"][3].lower())

# %% run=11,13
def clean(text):
    text = text.lower()
    text = re.sub(r"[^a-z ]", " ", text)
    return re.sub(r" +", " ", text).strip()

df["text"] = df["review"].apply(clean)
df[["review", "text"]].sample(3, random_state=1)

# %% lost run=12
df["text"].str.len().describe()

# %% run=14
words = Counter(" ".join(df["text"]).split())
words.most_common(12)

# %% [markdown]
# ## Target
# 4 and 5 stars = happy (1), 1 and 2 stars = unhappy (0). The 3s are neither fish nor fowl, I count them as unhappy.

# %% id=target
y = (df["stars"] >= 4).astype(int)
y.value_counts(normalize=True)

# %% [markdown]
# ## Features

# %% id=features run=15
tfidf = TfidfVectorizer(min_df=5, ngram_range=(1, 2), stop_words="english")
X = tfidf.fit_transform(df["text"])
X.shape

# %% id=split crash run=17
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=42, stratify=y)
X_train.shape, X_test.shape

# %% lost run=16
tfidf.get_feature_names_out()[:20]

# %% id=fit
model = LogisticRegression(C=2.0, max_iter=500)
model.fit(X_train, y_train)
print("train", model.score(X_train, y_train))
print("test ", model.score(X_test, y_test))

# %% id=report
print(classification_report(y_test, model.predict(X_test)))

# %% id=weights
# what makes people angry?
weights = pd.Series(model.coef_[0], index=tfidf.get_feature_names_out()).sort_values()
weights.head(8)

# %%
