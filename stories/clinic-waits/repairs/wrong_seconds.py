# %% insert after=copy id=waits
waits = (visits["seen"] - visits["arrived"]).dt.total_seconds()
