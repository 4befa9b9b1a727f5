# %% insert after=zero id=table
def night_table(logs, logger):
    one = logs[logs["logger"] == logger]
    midnight = one[one["time"].dt.hour == 0].set_index("time")[["temp", "humidity"]]
    table = midnight.add_suffix("_0h")
    table["frost"] = (table["temp_0h"] < 0).astype(int)
    return table.dropna()
