# %% replace id=imports
import pandas as pd
import matplotlib.pyplot as plt
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.pipeline import make_pipeline
from sklearn.linear_model import LinearRegression

# %% replace id=model
model = make_pipeline(StandardScaler(), LinearRegression())

# %% then score, plot, mine
