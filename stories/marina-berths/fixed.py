# %% replace id=load
stays = pd.read_csv("data/stays.csv", skipinitialspace=True)
stays.head()

# %% then per_berth, months
