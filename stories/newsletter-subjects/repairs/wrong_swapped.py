# %% replace id=code
codes = {"control": 1, "variant": 0}
mails["group"] = mails["group"].map(codes).astype(int)

# segments as well
mails["is_regular"] = (mails["segment"] == "regular").astype(int)
mails[["group", "is_regular"]].mean()

# %% order c2, load, code
