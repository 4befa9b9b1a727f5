# %% replace id=smooth
w = 15
smooth = lake["water_0m_c"].rolling(w).mean()
