# %% replace id=heat
heat = np.zeros(photo.shape, dtype=int)
gulls["x"] = (gulls["x"] * photo.shape[0] / photo.shape[1]).astype(int)
for x, y in zip(gulls["x"], gulls["y"]):
    heat[x, y] += 1

on_water = heat[water].sum()
print(on_water, "of", len(gulls), "gulls are on the water")
