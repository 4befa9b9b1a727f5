# %% replace id=long
long = visits.melt(id_vars="month", var_name="museum", value_name="visitors")
long["year"] = long["month"].dt.year
print(long.shape)

# %% then years, growth
