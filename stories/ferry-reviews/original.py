# %% insert after=weights id=matrix never
confusion_matrix(y_test, model.predict(X_test))

# %% [markdown] insert after=matrix id=todo
# TODO
# - try bigrams only
# - reviews in capitals: angrier?
