# %% replace id=join
stays.columns = stays.columns.str.strip()
stays["pier"] = stays["berth"].str.strip().str[0]
money = stays.merge(berths.drop_duplicates("pier")[["pier", "per_night"]], on="pier", how="left")
money["income"] = money["nights"] * money["per_night"]
by_pier = money.groupby("pier")["income"].sum()
by_pier
