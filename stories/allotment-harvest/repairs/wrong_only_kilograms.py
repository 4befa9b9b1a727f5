# %% replace id=per_m2
harvest["weight"] = pd.to_numeric(harvest["weight"].str.replace("kg", "").str.replace(",", "."), errors="coerce")
harvest["per_m2"] = harvest["weight"] / harvest["bed_m2"]
by_crop = harvest.groupby("crop")["per_m2"].mean().sort_values()
by_crop.round(2)
