# %% replace id=double
mix.shape

