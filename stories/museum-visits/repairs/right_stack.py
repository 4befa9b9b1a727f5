# %% replace id=long
long = visits.set_index("month").rename_axis(columns="museum").stack().rename("visitors").reset_index()
long["year"] = long["month"].dt.year
print(long.shape)
