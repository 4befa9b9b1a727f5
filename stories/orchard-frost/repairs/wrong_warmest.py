# %% replace id=table_function
def night_table(logs, logger):
    one = logs[logs["logger"] == logger]
    day = one["time"].dt.normalize()
    midnight = one[one["time"].dt.hour == 0].set_index("time")[["temp", "humidity"]]
    table = midnight.add_suffix("_0h")
    table["frost"] = (one.groupby(day)["temp"].max() < 0).astype(int)
    return table.dropna()
