# %% [markdown]
# # Letters to the park office
# ~400 letters, Ms Okafor sorted 260 of them by hand (complaint / praise / question). Can a small model sort the rest?

# %% id=imports run=1
import matplotlib.pyplot as plt
import pandas as pd
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

# %% id=load run=2
letters = pd.read_csv("data/letters.csv", index_col="letter")
letters.head()

# %% lost run=3
letters["text"].sample(5).tolist()

# %% id=kinds run=4
letters["kind"].value_counts(dropna=False).plot.barh(figsize=(5, 1.8), color="seagreen")
plt.show()

# %% id=length run=5,7
letters["text"].str.split().str.len().describe()

# %% lost run=6
letters.iloc[17, 0]

# %% [markdown]
# ## Sorted letters only

# %% id=sorted run=8
known = letters.dropna(subset=["kind"])
texts = known["text"].tolist()
kinds = known["kind"].tolist()
len(texts)

# %% id=look run=9
known.groupby("kind")["text"].first()

# %% [markdown]
# ## First idea: TF-IDF + logistic regression

# %% id=train crash run=14
clf = make_pipeline(
    TfidfVectorizer(ngram_range=(1, 2), min_df=2),
    LogisticRegression(C=5, max_iter=500),
)
clf.fit(texts, kinds)

# %% id=score
scores = cross_val_score(clf, texts, kinds, cv=5)
print(f"{scores.mean():.3f} +- {scores.std():.3f}")

# %% id=sort
unsorted = letters[letters["kind"].isna()]
pd.Series(clf.predict(unsorted["text"])).value_counts()

# %% [markdown]
# ## Second idea
# the unsorted letters have words in them as well → self-training

# %% id=more run=10
rest = letters.loc[letters["kind"].isna(), "text"]
texts.extend(rest)
len(texts)

# %% lost run=11
rest.iloc[0]

# %% id=words run=12
# more words?
words = TfidfVectorizer(min_df=2).fit(texts)
len(words.vocabulary_)

# %% lost run=13
sorted(words.vocabulary_)[:20]

# %% id=selftraining
# -1 = not sorted. Does that work with text labels? read the docs first
from sklearn.semi_supervised import SelfTrainingClassifier

# %% [markdown]
# hmm, not many more. First idea first.
