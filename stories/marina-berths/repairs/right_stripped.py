# %% insert after=numbers id=strip
stays.columns = stays.columns.str.strip()
for column in ["berth", "arrived", "flag"]:
    stays[column] = stays[column].str.strip()
