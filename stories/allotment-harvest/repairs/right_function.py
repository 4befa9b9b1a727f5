# %% insert after=months id=numbers
def to_kg(text):
    if pd.isna(text):
        return np.nan
    if text.endswith("kg"):
        return float(text[:-2].replace(",", "."))
    return float(text[:-1]) / 1000

harvest["weight"] = harvest["weight"].apply(to_kg)
