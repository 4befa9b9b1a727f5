# %% replace id=train
kinds = letters["kind"].fillna("unsorted").tolist()
clf = make_pipeline(
    TfidfVectorizer(ngram_range=(1, 2), min_df=2),
    LogisticRegression(C=5, max_iter=500),
)
clf.fit(texts, kinds)
