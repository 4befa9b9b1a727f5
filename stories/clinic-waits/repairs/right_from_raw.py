# %% insert after=hours id=waits
waits = (raw["seen"] - raw["arrived"]).dt.total_seconds().div(60)
