# %% replace id=by_stop
by_stop = trams.groupby(["line", "stop"]).agg(
    mean_delay=("delay_s", "mean"),
    late=("late", "mean"),
    n=("late", "size"),
).reset_index()
by_stop.head(6)

# %% then weekday
