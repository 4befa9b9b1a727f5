# %% replace id=model
rent = layers.Dense(1, name="rent")(both)
model = Model(inputs={"plan": plan_in, "facts": facts_in}, outputs=rent)
model.compile(optimizer=Adam(0.005), loss="mae")
model.count_params()
