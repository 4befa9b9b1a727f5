# %% replace id=per_m2
harvest["per_m2"] = pd.to_numeric(harvest["weight"], errors="coerce") / harvest["bed_m2"]
by_crop = harvest.groupby("crop")["per_m2"].mean().sort_values()
by_crop.round(2)
