"""`tasks` and `score`: from a bench to a score, by files alone."""

import json
import sys
from pathlib import Path

import pytest

from junobench_lab.running.environments.confined.bounds import can_confine
from tests.cli.conftest import Call
from tests.needed import needed
from tests.research.task_bench import task_bench


@pytest.fixture
def tides(tmp_path: Path) -> Path:
    return task_bench(tmp_path / "tides").path


def _records(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_items_go_to_the_terminal_and_what_is_left_out_beside(call: Call, tides: Path) -> None:
    said = call("tasks", "detection", "--bench", tides)
    assert (said.code, len(_records(said.out))) == (0, 8)
    assert said.err == "numpy_1 is left out: its reproduced variant records no crash.\n"
    assert not any("answer" in record for record in _records(said.out))


def test_answers_are_in_a_file_of_their_own_or_in_the_items(call: Call, tides: Path) -> None:
    call("tasks", "detection", "--bench", tides, "-o", "items.jsonl", "--answers", "answers.jsonl")
    items, answers = (_records(Path(name).read_text()) for name in ("items.jsonl", "answers.jsonl"))
    assert [item["item"] for item in items] == [answer["item"] for answer in answers]
    said = call("tasks", "detection", "--bench", tides, "--with-answers")
    assert [record["answer"] for record in _records(said.out)] == answers


def test_the_baseline_is_scored_against_the_bench_as_against_the_file(call: Call, tides: Path) -> None:
    call("tasks", "detection", "--bench", tides, "--baseline", "trace-rules", "-o", "p.jsonl", "--answers", "a.jsonl")
    by_bench = call("score", "detection", "p.jsonl", "--bench", tides, "--json")
    by_file = call("score", "detection", "p.jsonl", "--answers", "a.jsonl", "--json")
    assert by_bench.json == by_file.json
    assert by_bench.code == 0
    # Of four crashes, a number's missing method is no matter of the trace; no fixed side looks like a crash.
    figures = {figure["name"]: figure["value"] for figure in by_bench.json["figures"]}
    assert figures == {"accuracy": 7 / 8, "precision": 1, "recall": 3 / 4, "f1": 6 / 7}


def test_a_score_for_people_has_the_tables_and_the_comparison(call: Call, tides: Path) -> None:
    call("tasks", "detection", "--bench", tides, "--baseline", "trace-rules", "-o", "p.jsonl")
    said = call("score", "detection", "p.jsonl", "--bench", tides, "--against", "p.jsonl")
    assert said.code == 0
    assert "8 of 8 items have a prediction" in said.out
    assert "pandas" in said.out and "notebook-specific" in said.out
    assert "Only the first system has 0 right" in said.out


def test_missing_predictions_are_told_and_the_exit_code_says_so(call: Call, tides: Path) -> None:
    Path("none.jsonl").write_text("")
    said = call("score", "order", "none.jsonl", "--bench", tides)
    assert said.code == 1
    assert "! 3 items have no prediction and count as wrong" in said.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tasks", "detecton"], "did you mean detection?"),
        (["tasks", "detection", "--comments", "some"], "there are all, no-hints, none."),
        (["tasks", "labels", "--baseline", "trace-rules"], "not labels"),
        (["tasks", "order", "--baseline", "trace-rules", "--with-answers"], "leave out --with-answers"),
        (["tasks", "order", "--runtime-facts"], "not of order: leave out --runtime-facts"),
        (["tasks", "detection", "--runtime-facts", "--kernel", "no-such"], "no kernel named 'no-such'"),
        (["tasks", "order", "-o", "no/such/folder"], "can't be written"),
        (["score", "order", "no-such-file"], "can't be read"),
        (["score", "order", "order.jsonl", "--verdicts", "v"], "texts of diagnoses"),
        (["score", "order", "order.jsonl", "--no-run"], "--runs"),
        (["score", "order", "order.jsonl", "--by", "published"], "leave out --by"),
        (["score", "order", "order.jsonl", "--by", "stage"], "choose library or published"),
        (["import", "detection", "no-folder"], "is no folder"),
        (["import", "order", "."], "not of order"),
        (["import", "repair", "."], "nothing was written"),
        (["judge", "order.jsonl"], "--command, --model or --person"),
        (["score", "order", "order.jsonl", "--answers", "labels.jsonl"], "of the task labels, not of order"),
        (["score", "order", "order.jsonl", "--answers", "order.jsonl"], "no reference answer"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(call: Call, tides: Path, arguments: list[str], sentence: str) -> None:
    call("tasks", "labels", "--bench", tides, "--answers", "labels.jsonl", "-o", "items.jsonl")
    call("tasks", "order", "--bench", tides, "-o", "order.jsonl")
    said = call(*arguments, *(["--bench", tides] if arguments[0] == "tasks" else []))
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err


def test_runtime_facts_are_added_to_the_items_and_to_what_a_system_sees(call: Call, tides: Path) -> None:
    said = call("tasks", "detection", "NBspecific_1", "--bench", tides, "--runtime-facts", "-j", "2")
    assert said.code == 0
    assert sorted(len(record["facts"]["missing"]) for record in _records(said.out)) == [0, 1]  # type: ignore[index]
    Path("system.py").write_text(
        "import json, sys\nfacts = json.load(sys.stdin)['facts']\nprint(json.dumps({'crash': bool(facts['missing'])}))"
    )
    command = f"{sys.executable} system.py"
    options = ("--bench", tides, "--runtime-facts", "-o", "p.jsonl")
    assert call("predict", "detection", "NBspecific_1", "--command", command, *options).code == 0
    call("tasks", "detection", "NBspecific_1", "--bench", tides, "-o", "items.jsonl", "--answers", "a.jsonl")
    score = call("score", "detection", "p.jsonl", "--answers", "a.jsonl", "--json").json
    assert score["figures"][0]["value"] == 1


def test_results_of_another_tool_are_imported_and_scored_as_published(call: Call, tides: Path) -> None:
    Path("theirs").mkdir()
    for instance in ("NBspecific_1", "NBspecific_2", "NBspecific_3", "pandas_1"):
        for side in ("reproduced", "fixed"):
            runs = [{"reasoning": "...", "detection": side == "reproduced"}] * 5
            Path("theirs", f"{instance}_{side}.json").write_text(json.dumps(runs))
    said = call("import", "detection", "theirs", "--bench", tides, "-o", "p.jsonl")
    assert (said.code, said.err) == (0, "40 predictions of theirs in p.jsonl.\n")
    scored = call("score", "detection", "p.jsonl", "--bench", tides, "--by", "published")
    assert scored.code == 0
    (row,) = [line for line in scored.out.splitlines() if line.strip().startswith("notebook-specific")]
    assert row.split() == ["notebook-specific", "3", "3", "1.000", "1.000", "1.000", "1.000"]
    Path("theirs", "torch_9_fixed.json").write_text("[]")
    again = call("import", "detection", "theirs", "--bench", tides, "-o", "p.jsonl")
    assert again.code == 1 and "torch_9_fixed.json names no instance" in again.err


def test_repairs_are_scored_from_their_runs_alone_where_nothing_is_to_run(call: Call, tides: Path) -> None:
    call("tasks", "repair", "NBspecific_1", "--bench", tides, "-o", "i", "--answers", "a.jsonl")
    (answer,) = _records(Path("a.jsonl").read_text())
    Path("p.jsonl").write_text(json.dumps({"item": answer["item"], "edits": []}) + "\n")
    options = ("score", "repair", "p.jsonl", "--answers", "a.jsonl", "--bench", tides, "--runs", "runs.jsonl", "--json")
    unrun = call(*options, "--no-run")
    assert unrun.code == 1 and "no run on file" in unrun.json["problems"][0]
    assert not Path("runs.jsonl").exists()
    ran = call(*options).json
    assert ran["verdicts"] == {"crash_as_labelled": 1}
    assert call(*options, "--no-run").json == ran


@needed(can_confine(), "This system has no Landlock.")
def test_a_predicted_repair_reads_no_file_of_the_person_unless_it_may(call: Call, tides: Path) -> None:
    call("tasks", "repair", "NBspecific_1", "--bench", tides, "-o", "i", "--answers", "a.jsonl")
    (item,) = _records(Path("i").read_text())
    target = item["crash"]["cell"]
    Path("secret").write_text("mine")
    edit = {"op": "replace", "cell": target, "type": "code", "source": f"open({str(Path('secret').resolve())!r})"}
    Path("p.jsonl").write_text(json.dumps({"item": item["item"], "edits": [edit]}) + "\n")
    options = ("score", "repair", "p.jsonl", "--answers", "a.jsonl", "--bench", tides, "--json", "--runs")
    confined = call(*options, "confined.jsonl").json
    assert list(confined["verdicts"]) == ["other_crash"]
    (run,) = _records(Path("confined.jsonl").read_text())
    assert "PermissionError" in run["sentence"]
    assert list(call(*options, "unconfined.jsonl", "--unconfined").json["verdicts"]) == ["no_crash"]


def test_texts_are_judged_once_and_scored_without_the_judge(call: Call, tides: Path) -> None:
    call("tasks", "diagnosis", "--bench", tides, "-o", "items.jsonl", "--answers", "a.jsonl")
    answers = {str(answer["instance"]): answer for answer in _records(Path("a.jsonl").read_text())}
    told = {"item": answers["pandas_1"]["item"], "exception": "NameError", "text": "It is a number."}
    Path("p.jsonl").write_text(json.dumps(told) + "\n")
    Path("judge.py").write_text(
        "import json, sys\nfrom pathlib import Path\ncase = json.load(sys.stdin)\n"
        "Path('asked').open('a').write(case['item'] + '\\n')\n"
        "print(json.dumps({'right': 'number' in case['prediction']['text']}))"
    )
    asked = ("judge", "p.jsonl", "--answers", "a.jsonl", "--command", f"{sys.executable} judge.py", "--verdicts", "v")
    first = call(*asked)
    assert (first.code, first.out) == (0, "1 of 1 texts judged in v; 1 new, 1 of them right.\n")
    assert call(*asked).code == 0
    assert Path("asked").read_text().count("\n") == 1
    Path("judge.py").unlink()
    score = call("score", "diagnosis", "p.jsonl", "--answers", "a.jsonl", "--verdicts", "v", "--json").json
    (figure,) = [figure for figure in score["figures"] if figure["name"] == "text"]
    # One instance of the bench has a reference text.
    assert (figure["value"], figure["items"]) == (1, 1)
    other = call(*asked[:-4], "--command", "true", "--verdicts", "v")
    assert (other.code, "several judges" in other.err) == (2, True)


def test_items_and_answers_do_not_overwrite_each_other(call: Call, tides: Path) -> None:
    refused = call("tasks", "labels", "--bench", tides, "-o", "x.jsonl", "--answers", "./x.jsonl")
    assert (refused.code, "two files" in refused.err, Path("x.jsonl").exists()) == (2, True, False)


def test_systems_of_one_name_are_no_page(call: Call, tides: Path) -> None:
    call("tasks", "labels", "--bench", tides, "--baseline", "estimators", "-o", "p.jsonl")
    Path("s.json").write_text(call("score", "labels", "p.jsonl", "--bench", tides, "--json").out)
    refused = call("report", "s.json", "s=s.json", "-o", "r.html")
    assert (refused.code, "ours=score.json" in refused.err) == (2, True)
    assert call("report", "s.json", "other=s.json", "-o", "r.html").code == 0


def test_a_person_judges_at_the_terminal_and_is_compared_with_a_judge(
    call: Call, tides: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call("tasks", "diagnosis", "--bench", tides, "-o", "items.jsonl", "--answers", "a.jsonl")
    answers = {str(answer["instance"]): answer for answer in _records(Path("a.jsonl").read_text())}
    texts = ["It is a number.", "It is a name.", "It is [bold]late[/bold]."]
    item = answers["pandas_1"]["item"]
    told = [{"item": item, "run": run, "system": "secret", "text": text} for run, text in enumerate(texts)]
    Path("p.jsonl").write_text("".join(json.dumps(one) + "\n" for one in told))
    asked = ("judge", "p.jsonl", "--answers", "a.jsonl", "--verdicts")
    # What makes no sense is asked again; what was said is kept at once, and the rest is asked another time.
    said = iter(["perhaps", "y", "s", "q", "no"])
    monkeypatch.setattr("builtins.input", lambda _: next(said))
    first = call(*asked, "ada.jsonl", "--person", "ada")
    assert (first.code, "1 of 3 texts judged" in first.out, "secret" in first.out) == (1, True, False)
    assert any(text in first.out for text in texts)

    def at_an_end(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", at_an_end)
    assert call(*asked, "ada.jsonl", "--person", "ada").code == 1
    monkeypatch.setattr("builtins.input", lambda _: "n")
    assert call(*asked, "ada.jsonl", "--person", "ada").code == 0
    assert [line["right"] for line in _records(Path("ada.jsonl").read_text())] == [True, False, False]
    always = f"""{sys.executable} -c 'print("{{\\"right\\": true}}")'"""
    assert call(*asked, "v.jsonl", "--command", always, "--name", "kind").code == 0
    found = call("agreement", "v.jsonl", "ada.jsonl", "--json").json
    assert (found["judges"], found["texts"], found["agreed"], found["kappa"]) == (["kind", "ada"], 3, 1, 0)
    shown = call("agreement", "v.jsonl", "ada.jsonl")
    assert (shown.code, "1 of 3 texts judged alike; Cohen's kappa 0.000." in shown.out) == (0, True)
    missing = call("agreement", "v.jsonl", "none.jsonl")
    assert (missing.code, "isn't there" in missing.err) == (2, True)


def test_a_script_becomes_a_notebook_that_the_other_commands_read(call: Call) -> None:
    Path("tides.py").write_text("# %% [markdown]\n# # Tides\n#%%\nx = 1\n")
    assert call("convert", "tides.py", "-o", "tides.ipynb").code == 0
    assert call("trace", "tides.ipynb", "--json").json["cell_total"] == 2
    again = call("convert", "tides.py", "-o", "tides.ipynb")
    assert (again.code, again.err) == (2, "Error: tides.ipynb exists already: name another file, or remove it.\n")
    Path("empty.py").write_text("\n")
    assert "is empty" in call("convert", "empty.py").err
