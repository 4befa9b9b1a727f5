# %% replace id=smooth
w = 15
kernel = np.ones(w) / w
smooth = np.convolve(lake["water_0m_c"], kernel, mode="same")
