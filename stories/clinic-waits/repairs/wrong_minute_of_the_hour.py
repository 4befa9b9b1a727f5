# %% insert after=copy id=waits
waits = visits["seen"].dt.minute - visits["arrived"].dt.minute
