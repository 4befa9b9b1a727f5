# %% insert after=zero id=table
def night_table(logs, logger):
    one = logs[logs["logger"] == logger].set_index("time")
    table = one[["temp", "humidity"]].add_suffix("_0h")
    table["frost"] = (table["temp_0h"] < 0).astype(int)
    return table
