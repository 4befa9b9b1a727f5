# %% replace id=per_m2
harvest = harvest.dropna(subset=["weight"]).copy()
factor = np.where(harvest["weight"].str.contains("kg"), 1.0, 0.001)
kg = harvest["weight"].str.replace("[a-z ]", "", regex=True).str.replace(",", ".").astype(float) * factor
harvest["per_m2"] = kg / harvest["bed_m2"]
by_crop = harvest.groupby("crop")["per_m2"].mean().sort_values()
by_crop.round(2)
