# %% replace id=long
long = visits.melt(id_vars="month", var_name="museum")
long["visitors"] = long.sort_values("month")["value"].to_numpy()
long["year"] = long["month"].dt.year
print(long.shape)
