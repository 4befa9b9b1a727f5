# %% replace id=per_m2
harvest["weight"] = harvest["weight"].str.replace(",", ".").str.extract(r"([\d.]+)")[0].astype(float)
harvest["per_m2"] = harvest["weight"] / harvest["bed_m2"]
by_crop = harvest.groupby("crop")["per_m2"].mean().sort_values()
by_crop.round(2)
