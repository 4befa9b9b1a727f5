# %% replace id=bars
hours = np.arange(24)
fig, ax = plt.subplots(figsize=(7, 2.6))
ax.bar(week.index - 0.2, week, width=0.4, label="working day")
ax.bar(weekend.index + 0.2, weekend, width=0.4, label="weekend")
ax.set_xticks(hours[::3])
ax.set_xlabel("hour")
ax.set_ylabel("calls in the year, per day")
ax.legend()
plt.show()

# %% then peak, night
