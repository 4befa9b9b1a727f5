# %% replace id=windows
w = 14
X = np.array([series[i:i + w] for i in range(len(series) - w)])
y = series[w:]
X_train, y_train = X[:800 - w], y[:800 - w]
X_test, y_test = X[800 - w:], y[800 - w:]
X_train.shape, X_test.shape

# %% replace id=fit
# an LSTM wants (windows, days, values per day)
X_train, X_test = X_train[..., None], X_test[..., None]
history = model.fit(X_train, y_train, epochs=12, batch_size=32, verbose=0)
plt.plot(history.history["loss"])
plt.xlabel("epoch");

# %% then score, last
