"""Six histograms, one a sensor, each in axes of its own."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure


def readings():
    return pd.read_csv("data/hive.csv").drop(columns="time")


def all_axes(names):
    """Axes by the figures that the notebook still holds, each once."""
    figures = []
    for value in list(names.values()):
        if isinstance(value, Figure):
            figures.append(value)
        elif isinstance(value, (Axes, np.ndarray, list, tuple)):
            several = np.ravel(np.asarray(value, dtype=object))
            figures += [each.get_figure() for each in several if isinstance(each, Axes)]
    return [axes for figure in {id(figure): figure for figure in figures}.values() for axes in figure.axes]


def histogram(axes):
    """Edges and heights of the bars; ``None`` where there is no histogram or more than one."""
    drawn = [each for each in axes.containers if isinstance(each, BarContainer) and len(each) > 2]
    if len(drawn) != 1:
        return None
    bars = list(drawn[0])
    edges = [bar.get_x() for bar in bars] + [bars[-1].get_x() + bars[-1].get_width()]
    return np.array(edges), np.array([bar.get_height() for bar in bars])


def is_of(axes, values):
    """Whether the axes hold the histogram of just these values, as counts or as a density."""
    found = histogram(axes)
    if found is None:
        return False
    edges, heights = found
    sizes = heights if np.isclose(heights.sum(), len(values)) else heights * np.diff(edges)
    up_to = np.cumsum(sizes) / sizes.sum() * len(values) if sizes.sum() else np.zeros(len(sizes))
    # A reading that lies on an edge may be on either side of it.
    least = np.array([(values < edge - 1e-6).sum() for edge in edges])
    most = np.array([(values <= edge + 1e-6).sum() for edge in edges])
    inside = (up_to > least[1:] - 0.01) & (up_to < most[1:] + 0.01)
    return bool(inside.all() and least[0] == 0 and most[-1] == len(values))


def check_histograms(names, outputs):
    """Each of the six sensors has a histogram of all its readings, in axes of its own."""
    table, axes = readings(), all_axes(names)
    missing = [sensor for sensor in table if not any(is_of(each, table[sensor]) for each in axes)]
    assert not missing, f"there is none for {', '.join(missing)}"


def check_titles(names, outputs):
    """Where a histogram is named, it is the name of its sensor."""
    table = readings()
    for axes in all_axes(names):
        words = f"{axes.get_title()} {axes.get_title('left')} {axes.get_xlabel()}"
        for sensor in table:
            if sensor in words and histogram(axes) is not None:
                assert is_of(axes, table[sensor]), f"{sensor} stands at another one"


def check_named(names, outputs):
    """Every sensor's name stands at a histogram."""
    told = [
        " ".join([axes.get_title(), axes.get_title("left"), axes.get_xlabel(), *axes.get_legend_handles_labels()[1]])
        for axes in all_axes(names)
        if histogram(axes) is not None
    ]
    missing = [sensor for sensor in readings() if not any(sensor in words for words in told)]
    assert not missing, f"not that of {', '.join(missing)}"


def check_chart(names, outputs):
    """The cell draws its chart."""
    assert any("image/png" in output.get("data", {}) for output in outputs), "there is no picture"
