# %% replace id=code
mails["group"] = mails["group"].astype(bool).astype(int)

# segments as well
mails["is_regular"] = (mails["segment"] == "regular").astype(int)
mails[["group", "is_regular"]].mean()
