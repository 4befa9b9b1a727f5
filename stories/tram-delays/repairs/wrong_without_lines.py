# %% replace id=by_stop
by_stop = trams.groupby("stop").agg(
    line=("line", "first"),
    mean_delay=("delay_s", "mean"),
    late=("late", "mean"),
    n=("late", "size"),
).reset_index()
by_stop.head(6)
