# %% replace id=heat
rows, columns = photo.shape
heat, _, _ = np.histogram2d(gulls["y"], gulls["x"], bins=(range(rows + 1), range(columns + 1)))

on_water = int(heat[water].sum())
print(on_water, "of", len(gulls), "gulls are on the water")
