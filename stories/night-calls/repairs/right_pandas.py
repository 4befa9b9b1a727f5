# %% replace id=bars
hours = np.arange(24)
both = pd.DataFrame({"working day": week, "weekend": weekend})
ax = both.plot.bar(figsize=(7, 2.6), width=0.8)
ax.set_xlabel("hour")
ax.set_ylabel("calls in the year, per day")
plt.show()
