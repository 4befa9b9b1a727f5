# %% insert after=zero id=table
def night_table(logs, logger):
    rows = {}
    for day, night in logs[logs["logger"] == logger].groupby(logs["time"].dt.normalize()):
        first = night[night["time"].dt.hour == 0]
        if len(first):
            rows[day] = (first["temp"].iloc[0], first["humidity"].iloc[0], int(night["temp"].min() < 0))
    return pd.DataFrame.from_dict(rows, orient="index", columns=["temp_0h", "humidity_0h", "frost"])
