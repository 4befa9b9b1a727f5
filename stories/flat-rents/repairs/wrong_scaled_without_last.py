# %% replace id=last
last = rents[rents["survey"].str.startswith("2024")]

# %% replace id=scale
scaler = StandardScaler()
scaler.fit(rents[features])
Z = scaler.transform(last[features])
Z_mine = scaler.transform(mine)
Z_mine.round(2)
