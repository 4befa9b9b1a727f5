# %% replace id=load
stays = pd.read_csv("data/stays.csv", sep=r",\s*", engine="python")
stays.head()
