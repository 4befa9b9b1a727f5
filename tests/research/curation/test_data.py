"""Files are thinned out without a change to what stays, and made up with the same schema."""

import gzip
import random
import tracemalloc
import zipfile
from collections.abc import Collection
from datetime import datetime
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as some

from junobench_lab.research.curation.data.columns import made_up
from junobench_lab.research.curation.data.file_kind import FileKind, MakingUp, Unreadable
from junobench_lab.research.curation.data.kinds import kind_of
from tests.research.curation.own_crashes import png


def making(words: Collection[str] = ()) -> MakingUp:
    return MakingUp(np.random.default_rng(1), words)


def kind(file: Path) -> FileKind:
    found = kind_of(file)
    assert found is not None
    return found


def made(file: Path, words: Collection[str] = ()) -> Path:
    target = file.with_name(f"made-{file.name}")
    kind(file).make_up(file, target, making(words))
    return target


def taken(file: Path, *items: int) -> Path:
    target = file.with_name(f"taken-{file.name}")
    kind(file).take(file, target, items)
    return target


# -- text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_rows_that_stay_are_the_same_bytes(tmp_path: Path, end: str) -> None:
    file = tmp_path / "notes.csv"
    rows = ["id,text", '1,"two', 'lines, and ""quotes"""', "2, plain ", "3,ä"]
    file.write_bytes(end.join(rows).encode("latin-1"))
    assert kind(file).count(file) == 3
    assert taken(file, 0, 2).read_bytes() == end.join([*rows[:3], rows[4]]).encode("latin-1")


@pytest.mark.parametrize("name", ["large.csv", "large.csv.gz"])
def test_a_table_is_thinned_out_without_being_held_as_a_whole(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    rows = 40_000
    text = b"a,text\n" + b"".join(b'%d,"%s"\n' % (row, b"x" * 150) for row in range(rows))
    file.write_bytes(gzip.compress(text, 1) if name.endswith(".gz") else text)
    taken(file, 0)
    file.touch()
    tracemalloc.start()
    try:
        assert kind(file).count(file) == rows
        few = taken(file, 0, rows - 1)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < len(text) / 2
    assert pd.read_csv(few, compression="infer")["a"].tolist() == [0, rows - 1]


def test_lines_may_end_as_on_old_machines(tmp_path: Path) -> None:
    file = tmp_path / "old.csv"
    file.write_bytes(b"a,b\r1,x\r2,y\r3,z\r")
    assert kind(file).count(file) == 3
    assert taken(file, 1).read_bytes() == b"a,b\r2,y\r"


def test_comments_above_a_table_are_no_rows(tmp_path: Path) -> None:
    file = tmp_path / "logger.csv"
    file.write_text("# a logger\n# version 2, blue\nday;wind\n1;0,5\n2;1,0\n3;NA\n", encoding="utf-8")
    assert kind(file).count(file) == 3
    assert taken(file, 1).read_text() == "# a logger\n# version 2, blue\nday;wind\n2;1,0\n"
    lines = made(file).read_text().splitlines()
    assert lines[:3] == ["# a logger", "# version 2, blue", "day;wind"]
    # A column of decimal commas is one of numbers, and written in the same way.
    again = pd.read_csv(made(file), sep=";", comment="#", decimal=",")
    assert (len(again), again["wind"].dtype, again["wind"].isna().sum()) == (3, float, 1)
    assert 0.5 <= again["wind"].min() <= again["wind"].max() <= 1.0


def test_a_line_of_names_may_begin_like_a_comment(tmp_path: Path) -> None:
    """Were it none, a real row would be left where all of them are made up."""
    file = tmp_path / "people.csv"
    file.write_text("#name,town\nAnna,Ulm\nBen,Gera\n", encoding="utf-8")
    assert kind(file).count(file) == 2
    assert taken(file, 1).read_text() == "#name,town\nBen,Gera\n"
    assert made(file).read_text().splitlines()[0] == "#name,town"
    for name in ("Anna", "Ben", "Ulm", "Gera"):
        assert name not in made(file).read_text()


def test_a_file_of_comments_alone_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "empty.csv"
    file.write_text("# nothing\n# here\n", encoding="utf-8")
    assert taken(file, *range(kind(file).count(file) or 0)).read_text() == "# nothing\n# here\n"


def test_quotes_that_never_end_do_not_swallow_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "sizes.csv"
    file.write_text('name,inch\nscreen,13"\nphone,6\ntablet,10\n', encoding="utf-8")
    assert kind(file).count(file) == 3
    assert taken(file, 1).read_text(encoding="utf-8") == "name,inch\nphone,6\n"


@pytest.mark.parametrize("name", ["rows.csv.gz", "rows.csv"])
def test_what_is_compressed_stays_so_whatever_its_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(gzip.compress(b"a,b\n1,2\n3,4\n"))
    assert kind(file).count(file) == 2
    assert gzip.decompress(taken(file, 1).read_bytes()) == b"a,b\n3,4\n"


def test_of_an_archive_the_one_table_in_it_is_thinned_out(tmp_path: Path) -> None:
    file = tmp_path / "train.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("train.csv", "a,b\n1,2\n3,4\n")
    assert kind(file).count(file) == 2
    read = pd.read_csv(taken(file, 1))
    assert read.to_dict("list") == {"a": [3], "b": [4]}
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("test.csv", "a,b\n")
    with pytest.raises(Unreadable, match="one table and nothing else"):
        kind(file).count(file)


def test_lines_of_json_have_no_head(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"a": 1}\n{"a": 2}\n', encoding="utf-8")
    assert kind(file).count(file) == 2
    assert taken(file, 0).read_text(encoding="utf-8") == '{"a": 1}\n'


@given(some.lists(some.text(some.sampled_from('ab,"\n '), max_size=6), min_size=1, max_size=12), some.randoms())
def test_records_are_those_of_the_csv_module(cells: list[str], chance: random.Random) -> None:
    """pandas writes any texts; what is taken reads as those rows."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "any.csv"
        frame = pd.DataFrame({"key": range(len(cells)), "cell": cells})
        frame.to_csv(file, index=False)
        assert kind(file).count(file) == len(cells)
        items = sorted(chance.sample(range(len(cells)), chance.randint(1, len(cells))))
        read = pd.read_csv(taken(file, *items), keep_default_na=False)
        assert list(read["key"]) == items
        assert list(read["cell"].astype(str)) == [str(cells[item]) for item in items]


def test_a_made_up_table_has_the_same_schema_and_other_values(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    original = pd.DataFrame(
        {
            "id": range(100, 160),
            "age": [20 + (7 * row) % 50 for row in range(60)],
            "height": [1.5 + (row % 40) / 100 if row % 6 else None for row in range(60)],
            "city": ["Turku" if row % 3 else "Vaasa" for row in range(60)],
            "member": ["yes" if row % 2 else "no" for row in range(60)],
            "born": [f"19{50 + row % 40}-0{1 + row % 9}-11" for row in range(60)],
        }
    )
    original.to_csv(file, index=False)
    again = pd.read_csv(made(file, words={"Vaasa"}))
    assert list(again.columns) == list(original.columns)
    assert list(again.dtypes.astype(str)) == list(pd.read_csv(file).dtypes.astype(str))
    assert sorted(again["id"]) == list(range(100, 160))
    assert again["age"].between(20, 69).all()
    assert again["height"].isna().sum() == 10
    assert again["height"].dropna().between(1.5, 1.9).all()
    # A name that the code spells out stays, any other one is another; both are as frequent as before.
    assert again["city"].value_counts().to_dict() == {"city_1": 40, "Vaasa": 20} or again[
        "city"
    ].value_counts().to_dict() == {"city_2": 40, "Vaasa": 20}
    assert again["member"].value_counts().to_dict() == {"yes": 30, "no": 30}
    born = pd.to_datetime(again["born"], format="%Y-%m-%d")
    assert born.between("1950-01-11", "1989-12-11").all()
    assert "Turku" not in made(file).read_text(encoding="utf-8")
    assert (again["age"].to_numpy() != original["age"].to_numpy()).any()


def test_odd_values_of_a_column_of_numbers_stay_odd(tmp_path: Path) -> None:
    file = tmp_path / "wind.csv"
    file.write_text("wind\n" + "\n".join(["1.5"] * 18 + ["calm", "?"]) + "\n", encoding="utf-8")
    lines = made(file).read_text(encoding="utf-8").splitlines()[1:]
    assert len([line for line in lines if line.replace(".", "").isdigit()]) == 18
    assert "calm" not in lines and any(line.startswith("wind_") for line in lines)
    # What stands for nothing is no secret.
    assert "?" in lines


@given(some.lists(some.one_of(some.none(), some.integers(-5, 5), some.floats(allow_nan=False), some.text(max_size=3))))
def test_missing_values_and_types_are_as_many_as_before(values: list[object]) -> None:
    again = made_up(values, "x", making())
    assert sorted(type(value).__name__ for value in again) == sorted(type(value).__name__ for value in values)


# -- other files


def test_arrays_keep_what_is_not_along_the_longest_axis(tmp_path: Path) -> None:
    file = tmp_path / "data.npz"
    np.savez(file, x=np.arange(12).reshape(6, 2), y=np.arange(6.0), names=np.array(["a", "bb"]), one=np.array(3))
    assert kind(file).count(file) == 6
    read = np.load(taken(file, 1, 4))
    assert read["x"].tolist() == [[2, 3], [8, 9]]
    assert read["y"].tolist() == [1.0, 4.0]
    assert (read["names"].tolist(), read["one"].item()) == (["a", "bb"], 3)


@pytest.mark.parametrize(
    "array",
    [
        np.array([[1, 9], [3, 4]], dtype=np.uint8),
        np.array([0.5, np.nan, 2.5, np.nan], dtype=np.float32),
        np.array([True, False, True]),
        np.array(["north", "south", "north"]),
        np.array(["2020-01-01", "2021-05-05"], dtype="datetime64[D]"),
        np.zeros((0, 3)),
    ],
    ids=["whole", "missing", "truth", "text", "days", "empty"],
)
def test_made_up_arrays_keep_type_shape_and_missing(tmp_path: Path, array: np.ndarray) -> None:
    file = tmp_path / "array.npy"
    np.save(file, array)
    again = np.load(made(file))
    assert (again.dtype.kind, again.shape) == (array.dtype.kind, array.shape)
    if array.dtype.kind == "f":
        assert again.dtype == array.dtype
        assert np.isnan(again).sum() == np.isnan(array).sum()
    if array.dtype.kind in "uf" and array.size:
        assert np.nanmin(again) >= np.nanmin(array) and np.nanmax(again) <= np.nanmax(array)
    if array.dtype.kind == "U":
        assert not set(again.tolist()) & set(array.tolist())


def test_arrays_of_objects_are_not_opened(tmp_path: Path) -> None:
    """They are programs, which would run here."""
    file = tmp_path / "objects.npy"
    np.save(file, np.array([{"a": 1}, None], dtype=object), allow_pickle=True)
    with pytest.raises(Unreadable):
        kind(file).count(file)


def test_of_a_workbook_the_longest_sheet_is_thinned_out(tmp_path: Path) -> None:
    file = tmp_path / "book.xlsx"
    with pd.ExcelWriter(file) as writer:
        pd.DataFrame({"a": range(5), "b": [datetime(2020, 1, day) for day in range(1, 6)]}).to_excel(
            writer, sheet_name="rows", index=False
        )
        pd.DataFrame({"c": ["x"]}).to_excel(writer, sheet_name="few", index=False)
    assert kind(file).count(file) == 5
    read = pd.read_excel(taken(file, 0, 3), sheet_name=None)
    assert read["rows"]["a"].tolist() == [0, 3]
    assert read["few"]["c"].tolist() == ["x"]
    again = pd.read_excel(made(file), sheet_name=None)
    assert again["rows"].dtypes.astype(str).tolist() == pd.read_excel(file, "rows").dtypes.astype(str).tolist()
    assert again["few"]["c"].tolist() == ["c_1"]
    assert openpyxl.load_workbook(made(file)).sheetnames == ["rows", "few"]


def test_pictures_become_noise_of_the_same_kind(tmp_path: Path) -> None:
    from PIL import Image

    file = tmp_path / "cat.png"
    file.write_bytes(png(200, size=8))
    assert kind(file).count(file) is None
    with Image.open(made(file)) as opened, Image.open(file) as original:
        assert (opened.format, opened.mode, opened.size) == (original.format, original.mode, original.size)
        assert opened.tobytes() != original.tobytes()


def test_parquet_keeps_its_schema_where_it_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "rows.parquet"
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        file.write_bytes(b"PAR1")
        with pytest.raises(Unreadable, match="PyArrow, which isn't installed"):
            kind(file).count(file)
        return
    parquet.write_table(pyarrow.table({"a": [1, 2, 3], "b": ["x", None, "y"]}), file)
    assert kind(file).count(file) == 3
    assert parquet.read_table(taken(file, 0, 2)).to_pydict() == {"a": [1, 3], "b": ["x", "y"]}
    again = parquet.read_table(made(file))
    assert again.schema == parquet.read_table(file).schema
    assert again.column("b").null_count == 1


@pytest.mark.parametrize("name", ["rows.csv", "rows.zip", "book.xlsx", "array.npy", "arrays.npz", "cat.png"])
def test_damaged_files_are_told(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(b"\x00\x01 no such file \x00")
    with pytest.raises(Unreadable):
        kind(file).count(file)
        kind(file).make_up(file, tmp_path / "made", making())


def test_other_files_are_left_alone() -> None:
    assert kind_of(Path("model.pkl")) is None
    assert kind_of(Path("notes.txt")) is None
