# %% replace id=heat
heat = np.zeros_like(photo, dtype=int)
np.add.at(heat, (gulls["y"].to_numpy(), gulls["x"].to_numpy()), 1)

on_water = water[gulls["y"], gulls["x"]].sum()
print(on_water, "of", len(gulls), "gulls are on the water")
