# %% replace id=features
df["kg_yesterday"] = df["kg"]
df["kg_week"] = df["kg"].rolling(7).mean()
df["light_week"] = df["light"].rolling(7).mean()
df["month"] = df["day"].dt.month
df = df.dropna()
df.tail(3)
