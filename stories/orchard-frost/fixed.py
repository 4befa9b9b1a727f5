# %% replace id=table_function
def night_table(logs, logger):
    one = logs[logs["logger"] == logger]
    day = one["time"].dt.normalize()
    midnight = one[one["time"].dt.hour == 0].set_index("time")[["temp", "humidity"]]
    table = midnight.add_suffix("_0h")
    table["frost"] = (one.groupby(day)["temp"].min() < 0).astype(int)
    return table.dropna()

# %% order imports, load, counts, gap, curves, gap, cold, table_function, zero, nights, model, others
