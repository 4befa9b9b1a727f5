# %% replace id=code
codes = {"control": 0, "variant": 1}
mails["group"] = mails["group"].map(codes)
mails = mails.dropna(subset=["group"])
mails["group"] = mails["group"].astype(int)

# segments as well
mails["is_regular"] = (mails["segment"] == "regular").astype(int)
mails[["group", "is_regular"]].mean()
