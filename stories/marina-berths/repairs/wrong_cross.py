# %% replace id=join
stays.columns = stays.columns.str.strip()
money = stays.merge(berths, how="cross", suffixes=("", "_list"))
money["income"] = money["nights"] * money["per_night"]
by_pier = money.groupby("pier")["income"].sum()
by_pier
