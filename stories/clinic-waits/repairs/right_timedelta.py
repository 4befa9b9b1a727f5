# %% replace id=copy
visits = raw.dropna(subset=["seen"]).copy()
visits["weekday"] = visits["arrived"].dt.day_name()
visits["wait"] = (visits["seen"] - visits["arrived"]) / pd.Timedelta(minutes=1)
waits = visits["wait"]
len(raw), len(visits)
