# %% replace id=model
model = Model(inputs=[plan_in, facts_in], outputs=out(both))
model.compile(optimizer=Adam(0.005), loss="mae")
model.count_params()
