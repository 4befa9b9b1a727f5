# %% replace id=heat
heat = np.zeros(photo.shape, dtype=int)
for x, y in zip(gulls["x"], gulls["y"]):
    if x < photo.shape[0]:
        heat[x, y] += 1

on_water = heat[water].sum()
print(on_water, "of", len(gulls), "gulls are on the water")
