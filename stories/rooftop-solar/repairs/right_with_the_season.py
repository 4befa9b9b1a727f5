# %% replace id=predict
both = sm.add_constant(pd.concat([roof[weather], tomorrow[weather]], ignore_index=True))
kwh = model.predict(both.tail(1))
print("tomorrow:", kwh.round(1).iloc[0], "kWh")
