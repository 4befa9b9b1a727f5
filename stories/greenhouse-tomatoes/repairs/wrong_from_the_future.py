# %% replace id=split
df = df.bfill()
features = ["kg_yesterday", "kg_week", "light_week", "temp", "month"]
train = df[df["day"] < "2023-09-01"]
test = df[df["day"] >= "2023-09-01"]
print(len(train), "days to train,", len(test), "to test")
