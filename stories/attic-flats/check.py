"""A model that makes a rent of a floor plan and the facts."""

import numpy as np
import pandas as pd
import tensorflow as tf

SHAPES = {"plan": (12, 12, 1), "facts": (4,)}


def samples():
    """Eight flats in the form that the branches take, by input."""
    plans = np.load("data/plans.npy")[:, :, :, None] / 255.0
    facts = pd.read_csv("data/flats.csv").drop(columns="rent")
    scaled = ((facts - facts.mean()) / facts.std()).to_numpy()
    return {"plan": plans[:8].astype("float32"), "facts": scaled[:8].astype("float32")}


def kinds(model):
    """Which input is which, in the model's order."""
    shapes = [tuple(tensor.shape[1:]) for tensor in model.inputs]
    return [next((kind for kind, own in SHAPES.items() if own == shape), shape) for shape in shapes]


def answers(names, **changed):
    """What the model says of the samples, some of the inputs changed."""
    model = names["model"]
    given = samples() | changed
    ordered = [tf.constant(given[kind]) for kind in kinds(model)]
    flat = tf.keras.Model(model.inputs, model.outputs)
    told = flat(ordered if len(ordered) > 1 else ordered[0], training=False)
    return np.asarray(told[0] if isinstance(told, (list, tuple)) else told)


def check_inputs(names, outputs):
    """model takes a floor plan and the facts of a flat."""
    found = kinds(names["model"])
    assert sorted(map(str, found)) == ["facts", "plan"], f"it takes {', '.join(map(str, found)) or 'nothing'}"


def check_output(names, outputs):
    """It gives one number a flat."""
    shape = answers(names).shape
    assert shape in ((8, 1), (8,)), f"it gives {' by '.join(map(str, shape))} numbers for 8 flats"


def check_plan(names, outputs):
    """The rent depends on the plan."""
    plans = np.random.default_rng(0).random((8, 12, 12, 1)).astype("float32") * 5
    assert np.abs(answers(names, plan=plans) - answers(names)).max() > 1e-4, "another plan changes nothing"


def check_facts(names, outputs):
    """The rent depends on the facts."""
    facts = np.random.default_rng(0).normal(0, 5, (8, 4)).astype("float32")
    assert np.abs(answers(names, facts=facts) - answers(names)).max() > 1e-4, "other facts change nothing"


def check_amount(names, outputs):
    """The rent is an amount and not bounded to 1."""
    rng = np.random.default_rng(1)
    largest = 0.0
    for _ in range(8):
        plans = rng.normal(0, 300, (8, 12, 12, 1)).astype("float32")
        facts = rng.normal(0, 3000, (8, 4)).astype("float32")
        largest = max(largest, float(np.abs(answers(names, plan=plans, facts=facts)).max()))
    assert largest > 25, f"it never says more than {largest:.1f}"


def check_compiled(names, outputs):
    """The model can be trained: it has an optimizer and a loss."""
    model = names["model"]
    assert getattr(model, "optimizer", None) is not None and getattr(model, "loss", None) is not None, "it can't be yet"
