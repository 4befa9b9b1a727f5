# %% replace id=model
model = Model(inputs=[plan_in, facts_in], outputs=both)
model.compile(optimizer=Adam(0.005), loss="mae")
model.count_params()
