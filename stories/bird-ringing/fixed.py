# %% replace id=path
def file_of(year, month):
    return f"data/ringing_{year}-{month:02d}.csv"

october = pd.read_csv(file_of(2023, 10), parse_dates=["date"])
october.head()

# %% then passage, young
