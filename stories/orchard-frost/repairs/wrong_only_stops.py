# %% insert after=zero id=table
def night_table(logs, logger):
    return logs.assign(frost=0, temp_0h=0, humidity_0h=0)
