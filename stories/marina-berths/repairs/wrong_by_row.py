# %% replace id=join
stays.columns = stays.columns.str.strip()
money = stays.join(berths, rsuffix="_list")
money["income"] = money["nights"] * money["per_night"]
by_pier = money.groupby("pier")["income"].sum()
by_pier
