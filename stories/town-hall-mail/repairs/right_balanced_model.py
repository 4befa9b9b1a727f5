# %% replace id=model
model = make_pipeline(TfidfVectorizer(), LogisticRegression(class_weight="balanced", max_iter=500))
model.fit(X_train, y_train)
print("accuracy:", round(model.score(X_test, y_test), 3))

# %% replace id=score
pred = model.predict(X_test)
f1 = f1_score(y_test, pred, average="macro", labels=model.classes_)
print(f"F1: {f1:.3f}")
