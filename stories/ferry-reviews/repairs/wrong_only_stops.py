# %% insert after=features id=target2
y = np.random.randint(0, 2, len(df))
