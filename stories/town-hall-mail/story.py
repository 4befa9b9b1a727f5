# %% [markdown]
# # Which desk gets the mail?
# 620 mails to a town hall. Four desks, and today a person reads every mail just to forward it.
#
# **Score of the challenge:** F1 of each desk, then the plain mean over the desks: the small desk counts as much as the big one.

# %% id=imports run=1
import pandas as pd
import matplotlib.pyplot as plt

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline

# %% id=load run=2,4
mails = pd.read_csv("data/mails.csv")
mails.sample(4, random_state=2)

# %% lost run=3
mails.text.str.len().max()

# %% run=5
for text in mails["text"].head(2):
    print(text, "\n")

# %% id=desks run=6
mails["desk"].value_counts().plot.bar(figsize=(4, 2), rot=0);

# %%
mails["forwarded"].hist();

# %% [markdown]
# parks gets hardly any mail. Let's see.

# %% id=split run=7
train, test = train_test_split(mails, test_size=0.3, stratify=mails["desk"], random_state=4)
X_train, y_train = train["text"], train["desk"]
X_test, y_test = test["text"], test["desk"]
len(train), len(test)

# %% lost run=8-10
TfidfVectorizer(stop_words="english").fit(X_train).get_feature_names_out()[:20]

# %% id=model run=11
model = make_pipeline(TfidfVectorizer(ngram_range=(1, 2), min_df=2), LogisticRegression(C=3, max_iter=500))
model.fit(X_train, y_train)
print("accuracy:", round(model.score(X_test, y_test), 3))

# %% [markdown]
# not bad for five lines! now the real score

# %% id=score crash run=12
pred = model.predict(X_test)
f1 = f1_score(y_test, pred)
print(f"F1: {f1:.3f}")

# %% id=confusion
desks = model.classes_
table = pd.DataFrame(confusion_matrix(y_test, pred, labels=desks), index=desks, columns=desks)
table

# %% id=wrong
test.assign(pred=pred).query("desk != pred")[["text", "desk", "pred"]].head()

# %%
# ideas: class_weight="balanced"? character n-grams?
