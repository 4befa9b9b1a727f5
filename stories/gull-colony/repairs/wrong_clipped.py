# %% replace id=heat
heat = np.zeros(photo.shape, dtype=int)
for x, y in zip(gulls["x"].clip(0, photo.shape[0] - 1), gulls["y"]):
    heat[x, y] += 1

on_water = heat[water].sum()
print(on_water, "of", len(gulls), "gulls are on the water")
