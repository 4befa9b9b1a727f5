# %% insert after=zero id=table
def night_table(logs, logger):
    one = logs[logs["logger"] == logger].copy()
    one["day"] = one["time"].dt.normalize()
    at_midnight = one["time"] == one["day"]
    table = one[at_midnight].set_index("day")[["temp", "humidity"]].add_suffix("_0h")
    coldest = one.groupby("day")["temp"].min()
    table["frost"] = coldest.loc[table.index].lt(0).astype(int)
    return table
