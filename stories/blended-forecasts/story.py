# %% [markdown]
# # ⚡ Three forecasts, one blend
# We buy three forecasts of tomorrow's load. None is the best every day, so mix them: positive weights that add up to one,
# learned by gradient descent. (Yes, this can be solved in closed form-ish. Learning PyTorch here.)

# %% id=imports run=1
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
import torch

# %% id=load run=2
df = pd.read_csv("data/forecasts.csv", index_col="day", parse_dates=["day"])
df.head(3)

# %% run=3,5
sources = ["curve", "neighbours", "office"]
df[sources].sub(df["measured"], axis=0).describe().loc[["mean", "std"]].round(2)

# %% lost run=4
df.isna().any()

# %% id=plot run=6
df.loc["2023-03-01":"2023-04-15"].plot(figsize=(6, 2.5), lw=1);

# %% [markdown]
# rmse of each one alone (MW)

# %% id=alone run=7
for name in sources:
    print(f"{name:12}{np.sqrt(((df[name] - df['measured']) ** 2).mean()):6.2f}")

# %% id=tensors run=8
F = torch.tensor(df[sources].values, dtype=torch.float32)
target = torch.tensor(df["measured"].values, dtype=torch.float32)

# %%
F.mean(dim=1)

# %% [markdown]
# ### Weights
# softmax makes them positive and lets them add up to 1, whatever theta is

# %% lost run=9-11
torch.softmax(torch.randn(3), dim=0)

# %% id=weights run=12
theta = torch.zeros(3, requires_grad=True)
weights = torch.softmax(theta, dim=0)
weights

# %% id=optimizer run=13
optimizer = torch.optim.Adam([theta], lr=0.03)

# %% id=fit crash run=14
history = []
for step in range(400):
    blend = F @ weights
    loss = ((blend - target) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss.item())

final = torch.softmax(theta, dim=0).detach().numpy()
print("rmse %.2f MW with" % np.sqrt(history[-1]), dict(zip(sources, final.round(2).tolist())))

# %% id=curve
plt.figure(figsize=(4, 2))
plt.plot(np.sqrt(history))
plt.ylabel("rmse in MW")
plt.xlabel("step");

# %% id=compare
mixed = df[sources].to_numpy() @ final
better = np.abs(mixed - df["measured"]) < np.abs(df["curve"] - df["measured"])
print(f"closer than our best single forecast on {better.mean():.0%} of the days")

# %% [markdown]
# Open question: other weights at the weekend?
