# %% replace id=model
model = Model(inputs=facts_in, outputs=out(b))
model.compile(optimizer=Adam(0.005), loss="mae")
model.count_params()
