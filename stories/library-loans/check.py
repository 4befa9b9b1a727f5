"""The summary by branch of the loans that came back."""

import numpy as np
import pandas as pd


def returned():
    return pd.read_csv("data/loans.csv", parse_dates=["taken", "returned"]).dropna(subset=["returned"])


def check_loans(names, outputs):
    """loans holds the loans that came back, all of them, and no other."""
    loans, right = names["loans"], returned()
    assert isinstance(loans, pd.DataFrame), f"it is {type(loans).__name__}"
    assert set(loans["loan"]) == set(right["loan"]), f"it has {len(loans)} rows for {len(right)} loans"


def check_columns(names, outputs):
    """It still has what the cells below need, without card numbers and notes, and with the dates as they were."""
    loans, right = names["loans"].set_index("loan"), returned().set_index("loan")
    wanted = ["branch", "kind", "taken", "returned", "renewals"]
    assert not set(wanted) - set(loans.columns), f"{sorted(set(wanted) - set(loans.columns))} are missing"
    assert not {"card", "note"} & set(loans.columns), "card or note is back"
    assert loans["returned"].equals(right["returned"].reindex(loans.index)), "the dates were changed"


def check_branches(names, outputs):
    """per_branch counts them by branch, with their mean renewals."""
    right = returned().groupby("branch")["renewals"].agg(["count", "mean"])
    found = names["per_branch"].reindex(index=right.index, columns=["count", "mean"]).astype(float)
    assert np.allclose(found, right), f"it counts {found['count'].sum():.0f} loans, {right['count'].sum()} came back"
