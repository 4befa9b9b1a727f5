# %% replace id=join
stays.columns = stays.columns.str.strip()
money = stays.merge(berths, on="berth", how="left")
money["income"] = money["nights"] * money["per_night"]
by_pier = money.groupby("pier")["income"].sum()
by_pier
