# %% replace id=lines
plt.figure(figsize=(7, 3))
sns.lineplot(data=long, x="month", y="value", hue="museum")
plt.title("visitors per month")
plt.show()
