"""The moment of the highest pulse while running."""

import pandas as pd


def running():
    run = pd.read_csv("data/run.csv")
    return run[run["speed"] >= 0.5]


def moment(names):
    at = names["at"]
    return at.iloc[0] if isinstance(at, pd.DataFrame) and len(at) == 1 else at


def check_rows(names, outputs):
    """run holds what was recorded while running, and nothing of the stops."""
    found, right = set(names["run"]["second"]), set(running()["second"])
    assert found == right, f"it has {len(found)} rows, not {len(right)}"


def check_pulse(names, outputs):
    """at is the moment of the highest pulse while running."""
    right, found = running()["hr"].max(), moment(names)["hr"]
    assert found == right, f"there it is {found:.0f}"


def check_moment(names, outputs):
    """Its time and its kilometre are those of that moment."""
    right, at = running(), moment(names)
    tops = right[right["hr"] == right["hr"].max()]
    found = (tops["second"] == at["second"]) & (tops["km"] == at["km"])
    assert found.any(), f"it says km {at['km']:.1f} after {at['second']:.0f} s"


def check_picture(names, outputs):
    """The cell draws its picture."""
    assert any("image/png" in output.get("data", {}) for output in outputs), "there is none"
