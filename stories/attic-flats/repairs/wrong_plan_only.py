# %% replace id=model
model = Model(inputs=plan_in, outputs=out(a))
model.compile(optimizer=Adam(0.005), loss="mae")
model.count_params()
