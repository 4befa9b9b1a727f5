"""The bars of working days and weekends, each at its own hour."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure


def right():
    """Calls by hour for one day of the week: on working days, at weekends."""
    called = pd.read_csv("data/calls.csv", parse_dates=["called"])["called"]
    late = called.dt.day_of_week >= 5
    parts = (called[~late], 5), (called[late], 2)
    return [np.bincount(part.dt.hour, minlength=24) / days for part, days in parts]


def all_axes(names):
    found = []
    for value in list(names.values()):
        if isinstance(value, Axes):
            found.append(value)
        elif isinstance(value, Figure):
            found += value.axes
        elif isinstance(value, (np.ndarray, list, tuple)):
            found += [each for each in np.ravel(np.asarray(value, dtype=object)) if isinstance(each, Axes)]
    return list({id(axes): axes for axes in found}.values())


def hours_of(axes):
    """Place on the x axis -> hour, for axes whose ticks are words or numbers of the table's own."""
    places = axes.get_xticks()
    words = axes.xaxis.get_major_formatter().format_ticks(places)
    return {round(place): int(float(word)) for place, word in zip(places, words, strict=True) if is_number(word)}


def is_number(word):
    return word.replace(".", "", 1).isdecimal()


def drawn(names):
    """Series of bars: 24 heights each, by hour; an hour without a bar has none."""
    series = []
    for axes in all_axes(names):
        named = hours_of(axes)
        for bars in axes.containers:
            heights = np.zeros(24)
            for bar in bars:
                place = round(bar.get_x() + bar.get_width() / 2)
                hour = named.get(place, place)
                assert 0 <= hour < 24, f"there is a bar at the hour {hour}"
                heights[hour] += np.nan_to_num(bar.get_height())
            series.append(heights)
    return series


def off(series, expected):
    """Hours whose bar differs, for the series that comes nearest; ``None`` where nothing is drawn."""
    return min((int((~np.isclose(heights, expected)).sum()) for heights in series), default=None)


def check_working_days(names, outputs):
    """The calls of a working day are drawn as bars, each at its own hour."""
    wrong = off(drawn(names), right()[0])
    assert wrong is not None, "there are no bars"
    assert wrong == 0, f"{wrong} hours are not"


def check_weekend(names, outputs):
    """The calls of a day at the weekend are drawn as bars, each at its own hour."""
    wrong = off(drawn(names), right()[1])
    assert wrong is not None, "there are no bars"
    assert wrong == 0, f"{wrong} hours are not"


def check_chart(names, outputs):
    """The cell draws its chart."""
    assert any("image/png" in output.get("data", {}) for output in outputs), "there is no picture"
