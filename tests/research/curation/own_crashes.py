"""Five crashes of a person's own, as notebooks with the data beside them and a repair each."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.notebook_factory import code, markdown, notebook, write_notebook

ODD_ROW = 1234
"""Row (0-based) of the only odd reading among those of the weather station."""


@dataclass(frozen=True)
class OwnCrash:
    """A crashed notebook, its repair, and what is true of it by construction."""

    name: str
    crashed: dict[str, Any]
    fixed: dict[str, Any]
    write_data: Callable[[Path], None]
    needed: list[str]
    """First lines of the cells that the crash and its repair need, in the order in which they have to run."""
    thinned: dict[str, int]
    """Input file that the crash needs -> its rows."""

    def write(self, folder: Path) -> tuple[Path, Path]:
        """Write both notebooks and the data; gives their paths."""
        folder.mkdir(parents=True, exist_ok=True)
        self.write_data(folder)
        return (
            write_notebook(folder / f"{self.name}.ipynb", self.crashed),
            write_notebook(folder / f"{self.name} repaired.ipynb", self.fixed),
        )


def _no_data(folder: Path) -> None:
    pass


def _order() -> OwnCrash:
    """The cell that makes the prices net was skipped; two cells have nothing to do with it."""
    prices = "gross = [120, 240, 60]"
    net = "net = [price / 1.2 for price in gross]"
    mean = "mean = sum(net) / len(net)"
    looks = "len(gross)"
    other = "city = 'Turku'"
    crashed = notebook(
        markdown("# Prices"),
        code(other, count=1),
        markdown("The prices, tax included."),
        code(prices, count=2),
        code(looks, count=3),
        code(net),
        code(mean, count=4, error=("NameError", "name 'net' is not defined")),
        code("print(mean)"),
    )
    fixed = notebook(
        code(other, count=1), code(prices, count=2), code(looks, count=3), code(net, count=4), code(mean, count=5)
    )
    return OwnCrash("Net prices", crashed, fixed, _no_data, [prices, mean], thinned={})


def _data() -> OwnCrash:
    """One of two thousand readings is no number."""

    def readings(folder: Path) -> None:
        lines = ["day,station,wind"]
        for day in range(2000):
            wind = "calm?" if day == ODD_ROW else f"{day % 17 + 0.5}"
            lines.append(f"{day},{'north' if day % 2 else 'south'},{wind}")
        (folder / "weather").mkdir()
        (folder / "weather" / "wind.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / "weather" / "notes.txt").write_text("nobody reads this", encoding="utf-8")

    imports = "import csv"
    read = "with open('weather/wind.csv') as file:\n    rows = list(csv.DictReader(file))"
    stations = "stations = {row['station'] for row in rows}"
    crash = "winds = [float(row['wind']) for row in rows]"
    repair = "winds = [float(row['wind']) for row in rows if row['wind'][0].isdigit()]"
    crashed = notebook(
        code(imports, count=1),
        code(read, count=2),
        code(stations, count=3),
        code(crash, count=4, error=("ValueError", "could not convert string to float: 'calm?'")),
    )
    fixed = notebook(code(imports), code(read), code(stations), code(repair))
    return OwnCrash("wind", crashed, fixed, readings, [imports, read.split("\n")[0], crash], {"weather/wind.csv": 2000})


def _shape() -> OwnCrash:
    """The weights lie the wrong way round; samples and targets are as many as each other."""

    def arrays(folder: Path) -> None:
        np.save(folder / "samples.npy", np.arange(1200.0).reshape(300, 4))
        np.savez(folder / "targets.npz", targets=np.arange(300), names=np.array(["a", "b"]))

    imports = "import numpy as np"
    read = "samples = np.load('samples.npy')\ntargets = np.load('targets.npz')['targets']"
    size = "assert len(samples) == len(targets)"
    weights = "weights = np.ones((1, 4))"
    draw = "noise = np.random.default_rng(0).normal(size=3)"
    crash = "scores = samples @ weights"
    crashed = notebook(
        code(imports, count=1),
        code(read, count=2),
        code(weights, count=3),
        code(draw, count=4),
        code(size, count=5),
        code(crash, count=6, error=("ValueError", "matmul: Input operand 1 has a mismatch in its core dimension 0")),
    )
    fixed = notebook(
        code(imports, count=1),
        code(read, count=2),
        code(weights, count=3),
        code(draw, count=4),
        code(size, count=5),
        code("scores = samples @ weights.T", count=6),
    )
    needed = [imports, read.split("\n")[0], weights, crash]
    return OwnCrash("scores", crashed, fixed, arrays, needed, {"samples.npy": 300, "targets.npz": 300})


def _key() -> OwnCrash:
    """A column was renamed, and then asked for by its old name."""

    def trips(folder: Path) -> None:
        rows = "".join(f"{trip},{trip % 7},{100 + trip}\n" for trip in range(200))
        (folder / "trips.csv").write_text("trip,day,metres\n" + rows, encoding="utf-8")

    imports = "import pandas as pd"
    read = "trips = pd.read_csv('trips.csv')"
    shown = "trips.head()"
    renamed = "trips = trips.rename(columns={'metres': 'length'})"
    crash = "by_day = trips.groupby('day')['metres'].sum()"
    crashed = notebook(
        code(imports, count=1),
        code(read, count=2),
        code(shown, count=3),
        code(renamed, count=4),
        code(crash, count=5, error=("KeyError", "'Column not found: metres'")),
    )
    fixed = notebook(
        code(imports, count=1),
        code(read, count=2),
        code(shown, count=3),
        code(renamed, count=4),
        code("by_day = trips.groupby('day')['length'].sum()", count=5),
    )
    return OwnCrash("trips", crashed, fixed, trips, [imports, read, renamed, crash], {"trips.csv": 200})


def _library() -> OwnCrash:
    """A model that takes no missing values gets one."""

    def houses(folder: Path) -> None:
        lines = ["rooms,area,price"]
        for house in range(400):
            area = "" if house % 50 == 0 else str(40 + house % 60)
            lines.append(f"{house % 5 + 1},{area},{1000 + 13 * house}")
        (folder / "houses.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")

    imports = "import pandas as pd\nfrom sklearn.linear_model import LinearRegression"
    read = "houses = pd.read_csv('houses.csv')"
    shape = "print(houses.shape)"
    model = "model = LinearRegression()"
    crash = "model.fit(houses[['rooms', 'area']], houses['price'])"
    crashed = notebook(
        code(imports, count=3),
        code(read, count=4),
        code(shape, count=5),
        code(model, count=7),
        code(crash, count=8, error=("ValueError", "Input X contains NaN.")),
    )
    fixed = notebook(
        code(imports, count=1),
        code(f"{read}.dropna()", count=2),
        code(shape, count=3),
        code(model, count=4),
        code(crash, count=5),
    )
    needed = [imports.split("\n")[0], read, model, crash]
    return OwnCrash("House prices", crashed, fixed, houses, needed, {"houses.csv": 400})


OWN_CRASHES = {crash.name: crash for crash in (_order(), _data(), _shape(), _key(), _library())}


def png(shade: int, size: int = 4) -> bytes:
    """A grey picture."""
    from PIL import Image

    written = io.BytesIO()
    Image.new("L", (size, size), shade).save(written, format="PNG")
    return written.getvalue()
