# %% replace id=last
rents["year"] = pd.to_numeric(rents["survey"].str.extract(r"(\d{4})")[0])
rents["audited"] = ~rents["survey"].str.contains("*", regex=False)
last = rents.query("year == 2024")
