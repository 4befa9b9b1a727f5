# %% replace id=model
model = Model(inputs=[plan_in, facts_in], outputs=[layers.Dense(1)(a), layers.Dense(1)(b)])
model.compile(optimizer=Adam(0.005), loss="mae")
model.count_params()
