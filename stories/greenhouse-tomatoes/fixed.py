# %% replace id=features
df["kg_yesterday"] = df["kg"].shift(1)
df["kg_week"] = df["kg"].rolling(7).mean().shift(1)
df["light_week"] = df["light"].rolling(7).mean().shift(1)
df["month"] = df["day"].dt.month
print(df.isna().any(axis=1).sum(), "days without a full week before")
df = df.dropna().reset_index(drop=True)
df.tail(3)

# %% then test, naive, plot
