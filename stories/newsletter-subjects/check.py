"""The groups as numbers."""

import pandas as pd


def sent():
    return pd.read_csv("data/mails.csv").set_index("customer")


def coded(names):
    """The columns of the mails that hold 0 and 1 alone, by customer."""
    mails = names["mails"].set_index("customer")
    return {name: mails[name].astype(int) for name in mails.columns if mails[name].isin([0, 1]).all()}


def check_groups(names, outputs):
    """Every mail has its group as a number: 0 for control, 1 for variant."""
    right = (sent()["group"] == "variant").astype(int)
    found = [column for column in coded(names).values() if column.reindex(right.index).equals(right)]
    assert found, "no column of mails says so"


def check_segments(names, outputs):
    """is_regular is 1 for regular customers and 0 for the others."""
    right = (sent()["segment"] == "regular").astype(int)
    found = coded(names).get("is_regular")
    assert found is not None and found.reindex(right.index).equals(right), "it says something else"


def check_mails(names, outputs):
    """No mail is lost."""
    assert len(names["mails"]) == len(sent()), f"{len(names['mails'])} of {len(sent())} are left"
