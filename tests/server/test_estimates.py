"""Estimates of a person's own crash, over the route."""

from tests.notebook_factory import code, notebook

KEY = ("KeyError", "'price'")
OWN = notebook(
    code("import pandas as pd\ndf = pd.DataFrame({'cost': [1]})", count=1),
    code("df['price'].mean()", count=2, error=KEY),
)


async def test_an_own_crash_gets_labels_with_reasons_and_similar_cases(call):
    status, found = await call("POST", "estimates", body={"notebook": OWN, "bench": "mini"})
    assert status == 200
    assert (found["cell"], found["estimates"]["crash_type"]["value"]) == (1, "key error")
    assert all(estimate["reasons"] for estimate in found["estimates"].values() if estimate["value"])


async def test_similar_cases_lack_the_labels_that_are_hints(call):
    own = notebook(code("x = 1", count=1), code("y", count=2, error=("NameError", "name 'y' is not defined")))
    await call("POST", "attempts", body={"bench": "mini", "id": "ferry"})
    _, found = await call("POST", "estimates", body={"notebook": own, "bench": "mini"})
    (case,) = [case for case in found["similar"] if case["id"] == "ferry"]
    assert case["labels"]["root_cause"] is None and case["labels"]["crash_type"] is None


async def test_a_notebook_without_a_crash_is_told_what_to_do(call):
    status, reply = await call("POST", "estimates", body={"notebook": notebook(code("x = 1", count=1))})
    assert (status, reply["kind"]) == (400, "InvalidRequest")
    assert "run it" in reply["message"]


async def test_the_labels_of_an_attempt_are_not_estimated(call):
    mark = {"junobench_lab": {"bench": "mini", "id": "ferry", "attempt": 1}}
    status, reply = await call("POST", "estimates", body={"notebook": {**OWN, "metadata": mark}})
    assert (status, reply["kind"]) == (403, "NotRevealed")
