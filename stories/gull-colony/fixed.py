# %% replace id=heat
heat = np.zeros(photo.shape, dtype=int)
for x, y in zip(gulls["x"], gulls["y"]):
    heat[y, x] += 1

on_water = heat[water].sum()
print(on_water, "of", len(gulls), "gulls are on the water")

# %% then blocks, densest
