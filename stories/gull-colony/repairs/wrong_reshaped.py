# %% replace id=heat
heat = np.zeros(photo.T.shape, dtype=int)
for x, y in zip(gulls["x"], gulls["y"]):
    heat[x, y] += 1
heat = heat.reshape(photo.shape)

on_water = heat[water].sum()
print(on_water, "of", len(gulls), "gulls are on the water")
