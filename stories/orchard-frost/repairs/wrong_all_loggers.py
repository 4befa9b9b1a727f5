# %% insert after=zero id=table
def night_table(logs, logger):
    day = logs["time"].dt.normalize()
    midnight = logs[logs["time"].dt.hour == 0].groupby("time")[["temp", "humidity"]].mean()
    table = midnight.add_suffix("_0h")
    table["frost"] = (logs.groupby(day)["temp"].min() < 0).astype(int)
    return table.dropna()
