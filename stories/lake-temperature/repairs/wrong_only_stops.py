# %% replace id=plot
fig, ax = plt.subplots(figsize=(7, 2.8))
ax.plot(lake["date"], lake["water_0m_c"], ".", ms=2, color="grey", label="daily")
ax.axhline(20, ls="--", color="orange", label="my limit")
ax.legend()
ax.set_ylabel("°C at the surface")
plt.show()
