"""A cell's outputs as they are kept."""

from junobench_lab.running.cell_outputs import CellOutputs


def stream(text: str, name: str = "stdout") -> tuple[str, dict]:
    return "stream", {"name": name, "text": text}


def display(text: str, id: str | None = None, kind: str = "display_data") -> tuple[str, dict]:
    transient = {} if id is None else {"display_id": id}
    return kind, {"data": {"text/plain": text}, "metadata": {}, "transient": transient}


def kept(*messages: tuple[str, dict], bound: int = 1000) -> list[dict]:
    outputs = CellOutputs(bound)
    for kind, content in messages:
        outputs.take(kind, content)
    return outputs.finish()


def texts(outputs: list[dict]) -> list[str]:
    return [output.get("text") or output["data"]["text/plain"] for output in outputs]


def test_pieces_of_one_stream_are_one_output_until_something_else_comes():
    outputs = kept(stream("a"), stream("b"), stream("c", "stderr"), stream("d"))
    assert [(output["name"], output["text"]) for output in outputs] == [
        ("stdout", "ab"),
        ("stderr", "c"),
        ("stdout", "d"),
    ]


def test_what_is_cleared_is_gone_at_once():
    assert kept(stream("a"), ("clear_output", {"wait": False})) == []


def test_a_clear_that_waits_takes_effect_with_the_next_output():
    assert texts(kept(stream("a"), ("clear_output", {"wait": True}))) == ["a"]
    assert texts(kept(stream("a"), ("clear_output", {"wait": True}), stream("b"))) == ["b"]


def test_a_display_stands_in_its_newest_form():
    outputs = kept(display("0 %", "bar"), stream("x"), display("100 %", "bar", "update_display_data"))
    assert texts(outputs) == ["100 %", "x"]


def test_an_update_of_an_unknown_display_adds_nothing():
    assert kept(display("1", "other", "update_display_data")) == []


def test_traffic_of_widgets_and_unknown_messages_are_ignored():
    assert kept(("comm_open", {}), ("comm_msg", {"data": {}}), ("status", {}), ("execute_input", {})) == []


def test_text_above_the_bound_is_cut_and_noted():
    outputs = kept(stream("x" * 600), stream("y" * 600), stream("z" * 100_000))
    assert outputs[0]["text"] == "x" * 600 + "y" * 400
    assert outputs[-1]["metadata"]["junobench_lab"]["left_out"] == 100_200


def test_a_display_above_the_bound_is_left_out_whole():
    outputs = kept(display("x" * 2000), display("small"))
    assert outputs[0]["data"] == {"text/plain": "small"}
    assert "left out" in outputs[1]["data"]["text/plain"]


def test_clearing_makes_room_again():
    outputs = kept(stream("x" * 2000), ("clear_output", {"wait": False}), stream("y" * 1000))
    assert texts(outputs) == ["y" * 1000]


def test_an_error_is_kept_however_full_it_is():
    error = {"ename": "KeyError", "evalue": "'fee'", "traceback": ["line 1", "line 2"]}
    outputs = kept(stream("x" * 5000), ("error", error))
    assert {"output_type": "error", **error} in outputs


def test_an_overlong_traceback_keeps_its_beginning_and_end():
    error = {"ename": "ValueError", "evalue": "<" + "v" * 1_000_000 + ">", "traceback": ["a" + "t" * 1_000_000 + "z"]}
    output = kept(("error", error))[0]
    assert len(output["evalue"]) < 11_000
    assert output["evalue"][0] == "<" and output["evalue"][-1] == ">"
    assert len(output["traceback"][0]) < 110_000
    assert output["traceback"][0][0] == "a" and output["traceback"][0][-1] == "z"


def test_half_characters_become_marks_that_can_be_written():
    outputs = kept(stream("a\udcffb"), display("\ud83d"))
    assert "".join(texts(outputs)).encode("utf-8") == b"a?b?"
