# %% replace id=naive
naive = mape(test["free"], test["before"])
print(f"an hour ago: {naive:.1f} %")
