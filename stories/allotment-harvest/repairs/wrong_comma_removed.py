# %% replace id=per_m2
grams = harvest["weight"].str.contains("[0-9] ?g", regex=True, na=False)
harvest["weight"] = harvest["weight"].str.replace(r"[^0-9.]", "", regex=True).astype(float)
harvest.loc[grams, "weight"] /= 1000
harvest["per_m2"] = harvest["weight"] / harvest["bed_m2"]
by_crop = harvest.groupby("crop")["per_m2"].mean().sort_values()
by_crop.round(2)
