# %% replace id=code
mails["is_variant"] = (mails["group"] == "variant").astype(int)

# segments as well
mails["is_regular"] = (mails["segment"] == "regular").astype(int)
mails[["is_variant", "is_regular"]].mean()
