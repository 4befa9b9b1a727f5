"""The stays with the price of their berth."""

import numpy as np
import pandas as pd


def stayed():
    """Pier and income of every stay, by boat."""
    stays = pd.read_csv("data/stays.csv", skipinitialspace=True)
    berths = pd.read_csv("data/berths.csv").set_index("berth")
    found = berths.loc[stays["berth"]].reset_index()
    return pd.DataFrame({"pier": found["pier"], "income": stays["nights"] * found["per_night"]}).set_index(stays["boat"])


def by_boat(money):
    return money.drop_duplicates("boat").set_index("boat")


def check_stays(names, outputs):
    """money has one row for every stay."""
    boats, right = names["money"]["boat"], stayed()
    assert not boats.duplicated().any(), "some come more than once"
    assert set(boats) == set(right.index), f"it has {len(boats)} rows for {len(right)} stays"


def check_piers(names, outputs):
    """Each stay has the pier of its berth."""
    right = stayed()["pier"]
    found = by_boat(names["money"])["pier"].reindex(right.index)
    off = (found != right).sum()
    assert off == 0, f"{off} of {len(right)} have another one, or none"


def check_income(names, outputs):
    """income is nights times the price of the berth."""
    right = stayed()["income"]
    found = by_boat(names["money"])["income"].reindex(right.index).astype(float)
    assert np.allclose(found, right), f"in all it is {found.sum():.0f}"


def check_sums(names, outputs):
    """by_pier adds it up by pier."""
    right = stayed().groupby("pier")["income"].sum()
    found = names["by_pier"].reindex(right.index).astype(float)
    assert np.allclose(found, right), f"pier {right.index[0]}: {found.iloc[0]:.0f}"
