"""The table by library as published, held to pandas and scikit-learn over the raw predictions."""

import json
import random

import pandas as pd
import pytest
from sklearn.metrics import accuracy_score, precision_recall_fscore_support

from junobench_lab.research.scoring.published import GROUPS, published_table
from junobench_lab.research.scoring.score import score_predictions
from junobench_lab.research.tasks.models import Answer, DetectionAnswer

# Instances by library as in the data set's own list of ids.
SIZES = {
    **{"notebook-specific": 20, "TensorFlow/Keras": 15, "PyTorch": 15, "scikit-learn": 15, "NumPy": 15, "pandas": 15},
    **{"Seaborn": 6, "Matplotlib": 6, "statsmodels": 2, "TorchVision": 1, "LightGBM": 1},
}
FEW = {"Seaborn", "Matplotlib", "statsmodels", "TorchVision", "LightGBM"}


def all_answers() -> list[Answer]:
    made: list[Answer] = []
    for library, size in SIZES.items():
        for number in range(size):
            for crash in (True, False):
                made.append(
                    DetectionAnswer(
                        item=f"{library}-{number}-{crash}",
                        bench="b",
                        instance=f"{library}-{number}",
                        variant="reproduced" if crash else "fixed",
                        library=None if library == "notebook-specific" and number % 2 else library,
                        crash=crash,
                    )
                )
    return made


def test_groups_have_the_items_of_the_published_table() -> None:
    rows = published_table(score_predictions(all_answers(), "").graded)
    assert [(row.group, row.crashing, row.running) for row in rows] == [
        *[(group, 15, 15) for group in ("TensorFlow/Keras", "PyTorch", "scikit-learn", "NumPy", "pandas")],
        *[("other", 16, 16), ("notebook-specific", 20, 20), ("all", 111, 111)],
    ]


@pytest.mark.parametrize("seed", range(3))
def test_every_cell_agrees_with_pandas_and_scikit_learn(seed: int) -> None:
    drawn, answers = random.Random(seed), all_answers()
    raw = pd.DataFrame(
        [
            {"item": answer.item, "run": run, "crash": drawn.random() < (0.7 if answer.crash else 0.35)}
            for answer in answers
            if isinstance(answer, DetectionAnswer)
            for run in range(5)
        ]
    )
    truth = pd.DataFrame([answer.model_dump() for answer in answers]).set_index("item")
    vote = raw.groupby("item")["crash"].mean() > 0.5
    truth["said"] = vote
    library = truth["library"].fillna("notebook-specific")
    truth["group"] = library.where(~library.isin(FEW), "other")
    text = "".join(json.dumps(record) + "\n" for record in raw.to_dict("records"))
    score = score_predictions(answers, text)
    found = {row.group: {figure.name: figure.value for figure in row.figures} for row in score.published}
    assert set(found) == {*GROUPS, "all"}
    for group, figures in found.items():
        own = truth if group == "all" else truth[truth["group"] == group]
        precision, recall, f1, _ = precision_recall_fscore_support(
            own["crash"], own["said"], pos_label=True, average="binary", zero_division=0
        )
        accuracy = accuracy_score(own["crash"], own["said"])
        expected = {"accuracy": accuracy, "precision": precision, "recall": recall, "f1": f1}
        assert figures == pytest.approx(expected), group
