# %% replace id=split
calls["hour"] = calls["called"].dt.hour
is_weekend = calls["called"].dt.day_of_week >= 5
week = calls[~is_weekend].groupby("hour").size().reindex(range(24), fill_value=0) / 5
weekend = calls[is_weekend].groupby("hour").size().reindex(range(24), fill_value=0) / 2
print("per day of the week:", week.sum(), weekend.sum())

# %% then peak, night
