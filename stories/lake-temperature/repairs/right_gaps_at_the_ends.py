# %% replace id=smooth
w = 15
kernel = np.ones(w) / w
smooth = np.full(len(lake), np.nan)
smooth[w // 2:-(w // 2)] = np.convolve(lake["water_0m_c"], kernel, mode="valid")

# %% replace id=warm
print("warmest two weeks: %.1f °C" % np.nanmax(smooth))
