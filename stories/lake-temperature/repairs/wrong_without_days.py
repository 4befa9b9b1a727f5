# %% replace id=plot
fig, ax = plt.subplots(figsize=(7, 2.8))
ax.plot(lake["water_0m_c"].to_numpy(), ".", ms=2, color="grey", label="daily")
ax.plot(smooth, color="navy", label="smoothed")
ax.axhline(20, ls="--", color="orange", label="my limit")
ax.legend()
ax.set_ylabel("°C at the surface")
plt.show()
