# %% replace id=tidy
for column in ["crop", "weight"]:
    harvest[column] = harvest[column].str.lower().str.strip()
harvest["month"] = harvest["date"].dt.month

# "3.2 kg", "850 g", "1,4 kg" -> kg
parts = harvest["weight"].str.extract(r"([\d.,]+)\s*(kg|g)")
number = parts[0].str.replace(",", ".").astype(float)
harvest["weight"] = number.where(parts[1] != "g", number / 1000)

# %% then bars, best
