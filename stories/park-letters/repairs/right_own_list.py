# %% replace id=more
rest = letters.loc[letters["kind"].isna(), "text"]
more_texts = texts + rest.tolist()
len(more_texts)
