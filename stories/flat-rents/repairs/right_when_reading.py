# %% replace id=load
rents = pd.read_csv("data/rents.csv", converters={"survey": lambda text: int(text.strip("* "))})
rents.head(3)
