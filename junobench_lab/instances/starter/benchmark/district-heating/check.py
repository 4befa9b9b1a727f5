"""The forest of the first try, measured on January."""

import numpy as np
import pandas as pd

FIRST_TRY = ["temp_c", "wind_ms", "hour", "weekend"]


def january():
    heat = pd.read_csv("data/heat.csv", parse_dates=["time"]).set_index("time")
    return heat.loc["2023-01-01":, "heat_mwh"]


def check_predictions(names, outputs):
    """pred has one prediction for every hour from New Year on."""
    assert len(names["pred"]) == len(january()), f"it has {len(names['pred'])} for {len(january())} hours"


def check_model(names, outputs):
    """They come from the forest of the first try, as it was fitted on weather and clock until New Year."""
    model = names["model"]
    columns = list(getattr(model, "feature_names_in_", []))
    assert columns == FIRST_TRY, f"it was fitted on {columns}"
    heat = names["heat"].loc["2023-01-01":]
    given = heat[FIRST_TRY]
    assert np.allclose(names["pred"], model.predict(given)), "they are others"
    known = names["heat"].loc[: pd.Timestamp("2022-12-31 23:00")]
    learned = np.abs(model.predict(known[FIRST_TRY]) - known["heat_mwh"]).mean()
    left_out = np.abs(model.predict(given) - heat["heat_mwh"]).mean()
    assert left_out > 1.2 * learned, "it knows January too well: it was fitted on it"


def check_error(names, outputs):
    """mae is the mean absolute error against what January really took."""
    right = np.abs(np.asarray(names["pred"]) - january().to_numpy()).mean()
    assert np.isclose(names["mae"], right), f"it is {names['mae']:.4g}, not {right:.4g}"
