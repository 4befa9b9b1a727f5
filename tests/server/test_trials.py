"""Trying a cell through the routes: what goes to a kernel, and what its reply means beside the session."""

import json

from tests.notebook_factory import code, notebook

CRASH = {
    "ename": "NameError",
    "evalue": "name 'y' is not defined",
    "traceback": ["Cell In[2], line 1\n----> 1 print(y)"],
}
DOCUMENT = notebook(code("x = 1", id="a"), code("y = x", id="b"), code("print(y)", id="c"))


def reply(told: dict, count: int = 1) -> dict:
    text = repr(json.dumps(told))
    data = {"status": "ok", "data": {"text/plain": text}, "metadata": {}}
    return {"status": "ok", "execution_count": count, "user_expressions": {"trial": data}}


def asked(told: dict, **more: object) -> dict:
    return {"reply": reply(told), "source": "print(y)", "cell": "c", "notebook": DOCUMENT, **more}


async def test_what_goes_to_the_kernel_is_one_expression(call):
    status, message = await call("POST", "trials", body={"source": "1 / 0"})
    assert status == 200
    (expression,) = message["expressions"].values()
    compile(expression, "<expression>", "eval")


async def test_a_kernel_of_another_language_is_refused_in_words(call):
    status, answer = await call("POST", "trials", body={"source": "1 / 0", "language": "R"})
    assert (status, answer["kind"]) == (400, "InvalidRequest")
    assert answer["message"] == "Only cells of Python kernels can be tried; this kernel speaks R."


async def test_a_crash_is_explained_by_the_session(call):
    ran = {"executions": [{"id": "a", "source": "x = 1", "ok": True}]}
    status, trial = await call("POST", "trials", "replies", body=asked(CRASH, session=ran))
    assert status == 200
    assert trial["sentence"] == "Would crash on line 1: NameError: name 'y' is not defined"
    assert trial["line"] == 1
    (finding,) = trial["findings"]
    assert (finding["kind"], finding["name"], finding["cells"]) == ("never_run", "y", [1])


async def test_a_session_that_is_not_known_explains_nothing(call):
    _, trial = await call("POST", "trials", "replies", body=asked(CRASH))
    assert (trial["verdict"], trial["findings"]) == ("crashes", [])


async def test_in_a_fresh_kernel_it_is_known_that_nothing_ran(call):
    _, trial = await call("POST", "trials", "replies", body={**asked(CRASH), "reply": reply(CRASH, count=0)})
    assert trial["findings"][0]["cells"] == [1, 0]


async def test_order_is_not_spoken_of_where_it_explains_nothing(call):
    told = {"ename": "ValueError", "evalue": "no", "traceback": ["Cell In[3], line 1\n----> 1 print(y)"]}
    ran = {
        "executions": [{"id": each, "source": source, "ok": True} for each, source in (("a", "x = 1"), ("b", "y = x"))]
    }
    _, trial = await call("POST", "trials", "replies", body=asked(told, session=ran))
    assert (trial["verdict"], trial["findings"]) == ("crashes", [])


async def test_names_that_would_change_come_as_the_kernel_tells_them(call):
    change = {"name": "y", "change": "reassigned", "before": "1", "after": "2"}
    _, trial = await call("POST", "trials", "replies", body=asked({"names": [change], "more": 0, "seconds": 0.02}))
    assert trial["sentence"] == "Would run, in 20 ms."
    assert [(name["name"], name["before"], name["after"]) for name in trial["names"]] == [("y", "1", "2")]


async def test_an_answer_that_is_none_is_told_in_words(call):
    for told in ({"names": 3}, {"unknown": 1}):
        _, trial = await call("POST", "trials", "replies", body=asked(told))
        assert trial["sentence"].startswith("Can't tell here: the kernel gave no answer")
