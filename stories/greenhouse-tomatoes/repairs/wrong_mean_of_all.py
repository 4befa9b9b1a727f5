# %% insert after=features id=fill
df = df.fillna(df.mean(numeric_only=True))
