# %% replace id=heat
side = max(photo.shape)
heat = np.zeros((side, side), dtype=int)
for x, y in zip(gulls["x"], gulls["y"]):
    heat[x, y] += 1
heat = heat[:photo.shape[0], :photo.shape[1]]

on_water = heat[water].sum()
print(on_water, "of", len(gulls), "gulls are on the water")
