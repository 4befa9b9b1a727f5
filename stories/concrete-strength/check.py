"""Predictions for all mixtures, each made by a model that hadn't seen it."""

import numpy as np
import pandas as pd


def mixtures():
    return pd.read_csv("data/concrete.csv").drop_duplicates()


def design():
    """Standardised columns, their squares and products; strengths."""
    table = mixtures()
    Z = table.drop(columns="strength_mpa").to_numpy(dtype=float)
    Z[:, -1] = np.log1p(Z[:, -1])
    Z = (Z - Z.mean(axis=0)) / Z.std(axis=0)
    i, j = np.triu_indices(Z.shape[1])
    return np.column_stack([np.ones(len(Z)), Z, Z[:, i] * Z[:, j]]), table["strength_mpa"].to_numpy()


def residuals():
    """Of the model fitted on everything, and of each mixture left out alone (hat matrix)."""
    A, y = design()
    hat = A @ np.linalg.pinv(A)
    inside = y - hat @ y
    return inside, inside / (1 - np.diag(hat))


def pairs(names):
    oof, truth = (np.asarray(names[name], dtype=float) for name in ("oof", "truth"))
    assert oof.ndim == truth.ndim == 1 and len(oof) == len(truth), f"oof and truth are {oof.shape} and {truth.shape}"
    return oof, truth


def check_all(names, outputs):
    """Every mixture is there once, with the strength that was measured."""
    _, truth = pairs(names)
    measured = mixtures()["strength_mpa"].to_numpy()
    assert len(truth) == len(measured), f"{len(truth)} of {len(measured)} are there"
    assert np.allclose(np.sort(truth), np.sort(measured)), "the strengths are others"


def check_own(names, outputs):
    """Each prediction stands beside the strength of its own mixture."""
    oof, truth = pairs(names)
    off = np.abs(oof - truth).mean()
    _, left_out = residuals()
    assert off < 1.25 * np.abs(left_out).mean(), f"they are {off:.1f} MPa apart"


def check_unseen(names, outputs):
    """The predictions are of models that hadn't seen the mixture: they are further off than those of a model of all."""
    oof, truth = pairs(names)
    off = np.abs(oof - truth).mean()
    inside, left_out = residuals()
    least = (np.abs(inside).mean() + np.abs(left_out).mean()) / 2
    assert off > least, f"they are only {off:.1f} MPa off"


def check_figures(names, outputs):
    """mae and r2 are those of these predictions."""
    oof, truth = pairs(names)
    mae = np.abs(oof - truth).mean()
    r2 = 1 - ((truth - oof) ** 2).sum() / ((truth - truth.mean()) ** 2).sum()
    assert abs(float(names["mae"]) - mae) < 0.01 * mae, f"mae is {float(names['mae']):.2f}"
    assert abs(float(names["r2"]) - r2) < 0.01, f"r2 is {float(names['r2']):.3f}"
