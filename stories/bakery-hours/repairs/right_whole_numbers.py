# %% replace id=rolls
rolls = till[till["product"] == "roll"]
counts = rolls.pivot_table(index="day", columns="hour", values="sold", aggfunc="sum", fill_value=0)
counts = counts.reindex(week, fill_value=0)
