# %% replace id=heat
heat = np.zeros(photo.shape, dtype=int)
heat[gulls["y"].to_numpy(), gulls["x"].to_numpy()] += 1

on_water = heat[water].sum()
print(on_water, "of", len(gulls), "gulls are on the water")
