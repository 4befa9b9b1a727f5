# %% replace id=copy
visits = raw.copy()
visits["weekday"] = visits["arrived"].dt.day_name()
closing = visits["seen"].fillna(visits["arrived"].dt.normalize() + pd.Timedelta(hours=20))
waits = (closing - visits["arrived"]).dt.total_seconds() / 60
