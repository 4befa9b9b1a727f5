"""The picture with a panel for each sex, and its title."""

import pandas as pd
from matplotlib.collections import PathCollection

TITLE = "who is fast for their age"


def finished():
    """Age and time of everybody who has a time, by sex."""
    results = pd.read_csv("data/freestyle.csv").dropna(subset=["seconds"])
    return {
        sex: sorted((round(age, 2), round(time, 2)) for age, time in zip(group["age"], group["seconds"]))
        for sex, group in results.groupby("sex")
    }


def dots(axes):
    """Age and time of each dot that a panel shows."""
    drawn = [collection for collection in axes.collections if isinstance(collection, PathCollection)]
    return sorted((round(float(x), 2), round(float(y), 2)) for each in drawn for x, y in each.get_offsets())


def panels(names):
    """The axes of g that show dots; g is Seaborn's grid or a figure."""
    axes = getattr(names["g"], "axes", None)
    assert axes is not None and not hasattr(axes, "patch"), "g is no picture of several panels"
    axes = axes.ravel() if hasattr(axes, "ravel") else axes
    return [each for each in axes if dots(each)]


def check_panels(names, outputs):
    """g has a panel for women and one for men, each with everybody who has a time."""
    found = [dots(axes) for axes in panels(names)]
    right = finished()
    assert len(found) == 2, f"{len(found)} panels show something"
    for sex, people in right.items():
        assert people in found, f"no panel shows the {len(people)} with sex {sex}, and them alone"


def check_title(names, outputs):
    """The title stands above the whole picture, or above each of the panels."""
    figure = panels(names)[0].figure
    above = any(TITLE in text.get_text().lower() for text in figure.texts)
    each = [TITLE in axes.get_title().lower() for axes in panels(names)]
    assert above or all(each), f"it stands above {sum(each)} of {len(each)} panels"


def check_names(names, outputs):
    """Each panel still says whose times it shows."""
    titles = [axes.get_title().strip() for axes in panels(names)]
    assert all(titles) and len(set(titles)) == len(titles), f"they say {titles}"


def check_picture(names, outputs):
    """The cell draws it."""
    assert any("image/png" in output.get("data", {}) for output in outputs), "there is none"
