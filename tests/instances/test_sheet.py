"""The label sheet is read by the names of its columns; what is wrong with it is said and hides nothing."""

from datetime import date

import openpyxl
import pytest

from junobench_lab.errors import BrokenBench
from junobench_lab.instances.sheet import LabelSheet, SheetRow, read_sheet
from tests.notebook_factory import COLUMNS, label_row, write_sheet


def read(path, rows, columns=COLUMNS, folders=()) -> LabelSheet:
    return read_sheet(write_sheet(path / "benchmark_desc.xlsx", rows, columns), folders)


def row(path, *, columns=COLUMNS, id="ferry-reviews", **values) -> SheetRow:
    return read(path, [label_row(id, **values)], columns).rows[id]


def messages(sheet: LabelSheet) -> list[str]:
    return [problem.message for problem in sheet.problems]


def test_a_row_gives_labels_crash_sources_and_address(tmp_path):
    read_row = row(
        tmp_path,
        id="pandas_3",
        ename="keyerror",
        evalue="'route'",
        label_root_cause="API misuse",
        label_refined_exp_type="key error",
        label_ML_pipeline="training",
        DatasetTitle_1="Ferries",
        DatasetLicenseName_1="CC0: Public Domain",
        DatasetUrl_1="https://example.org/ferries",
        DatasetTitle_2="Ports",
        DatasetLicenseName_2="Unknown",
        NotebookUrl="https://example.org/notebook",
    )
    labels = read_row.labels()
    assert (labels.library, labels.crash_type, labels.root_cause) == ("pandas", "key error", "API misuse")
    assert (labels.stage, labels.ml_bug, labels.notebook_specific) == ("training", "ML bug", False)
    crash = read_row.crash()
    assert crash is not None
    assert (crash.ename, crash.evalue) == ("keyerror", "'route'")
    assert [(source.title, source.licence, source.url) for source in read_row.sources()] == [
        ("Ferries", "CC0: Public Domain", "https://example.org/ferries"),
        ("Ports", "Unknown", None),
    ]
    assert read_row.notebook_url() == "https://example.org/notebook"
    assert read_row.problems == []


def test_rows_keep_the_order_of_the_sheet(tmp_path):
    ids = ["NBspecific_10", "NBspecific_2", "torch_1"]
    assert list(read(tmp_path, [label_row(id) for id in ids]).rows) == ids


@pytest.mark.parametrize(
    ("id", "library"),
    [
        ("NBspecific_5", "notebook-specific"),
        ("tensorflow_1", "TensorFlow/Keras"),
        ("torch_14", "PyTorch"),
        ("sklearn_4", "scikit-learn"),
        ("numpy_8", "NumPy"),
        ("pandas_12", "pandas"),
        ("seaborn_1", "Seaborn"),
        ("matplotlib_6", "Matplotlib"),
        ("statsmodels_2", "statsmodels"),
        ("torchvision_1", "TorchVision"),
        ("lightgbm_1", "LightGBM"),
        ("ferry-reviews", None),
        ("pandas", None),
        ("pandas_tips", None),
    ],
)
def test_without_a_column_the_library_is_the_ids_prefix(tmp_path, id, library):
    assert row(tmp_path, id=id, label_root_cause="API misuse").labels().library == library


@pytest.mark.parametrize(
    ("cell", "library"),
    [
        ("sklearn", "scikit-learn"),
        ("keras", "TensorFlow/Keras"),
        ("numpy, sklearn", "NumPy, scikit-learn"),
        ("PyTorch", "PyTorch"),
        ("xgboost", "xgboost"),
        ("None", "pandas"),
        (None, "pandas"),
    ],
)
def test_the_library_column_comes_first_where_it_says_something(tmp_path, cell, library):
    values = {"Libs-cause": cell, "label_root_cause": "API misuse"}
    assert row(tmp_path, columns=[*COLUMNS, "Libs-cause"], id="pandas_3", **values).labels().library == library


def test_a_notebook_specific_crash_has_no_other_library(tmp_path):
    values = {"Libs-cause": "None", "label_root_cause": "NB specific"}
    labels = row(tmp_path, columns=[*COLUMNS, "Libs-cause"], **values).labels()
    assert (labels.library, labels.notebook_specific) == ("notebook-specific", True)


@pytest.mark.parametrize("cell", [None, "", "  ", "None", "nan"])
def test_a_label_that_is_not_said_is_none_and_no_problem(tmp_path, cell):
    read_row = row(tmp_path, label_ML_pipeline=cell)
    assert (read_row.labels().stage, read_row.problems) == (None, [])


def test_case_and_blanks_of_a_label_do_not_matter(tmp_path):
    read_row = row(tmp_path, label_root_cause=" api  Misuse ")
    assert (read_row.labels().root_cause, read_row.problems) == ("API misuse", [])


def test_an_unknown_label_is_kept_and_told_with_the_nearest_known_one(tmp_path):
    read_row = row(tmp_path, label_refined_exp_type="tensor shape mismatches")
    assert read_row.labels().crash_type == "tensor shape mismatches"
    (problem,) = read_row.problems
    assert "crash type 'tensor shape mismatches'" in problem.message
    assert "did you mean 'tensor shape mismatch'?" in problem.message


def test_a_pattern_is_read_where_the_sheet_has_one(tmp_path):
    read_row = row(tmp_path, columns=[*COLUMNS, "label_pattern"], label_pattern="Wrong axis")
    assert (read_row.labels().pattern, read_row.extra, read_row.problems) == ("wrong axis", {}, [])


def test_a_sheet_without_patterns_lacks_nothing(tmp_path):
    sheet = read(tmp_path, [label_row("a")])
    assert (sheet.rows["a"].labels().pattern, messages(sheet)) == (None, [])


def test_unknown_columns_are_kept_as_they_are(tmp_path):
    columns = [*COLUMNS, "Dataset_note", "seen", "weight"]
    read_row = row(tmp_path, columns=columns, Dataset_note="small", seen=date(2024, 5, 1), weight=3.0)
    assert read_row.extra == {"Dataset_note": "small", "seen": "2024-05-01 00:00:00", "weight": "3"}


@pytest.mark.parametrize(
    ("column", "renamed"),
    [
        ("label_root_cause", "root_cause"),
        ("label_refined_exp_type", "refined_exp_type_label"),
        ("label_ML_pipeline", "stage"),
        ("DatasetLicenseName_1", "Dataset_License_1"),
        ("NotebookUrl", "Notebook_Link"),
    ],
)
def test_a_renamed_column_is_named_with_what_it_became_and_its_label_is_unknown(tmp_path, column, renamed):
    columns = [renamed if name == column else name for name in COLUMNS]
    values = {**label_row("a"), renamed: label_row("a").get(column)}
    sheet = read(tmp_path, [values], columns)
    (message,) = messages(sheet)
    assert f"no column `{column}`" in message
    assert f"renamed to `{renamed}`?" in message
    assert list(sheet.rows) == ["a"]


def test_the_label_of_a_renamed_column_is_none_and_the_others_stay(tmp_path):
    columns = ["cause" if name == "label_root_cause" else name for name in COLUMNS]
    labels = row(tmp_path, columns=columns, cause="API misuse").labels()
    assert (labels.root_cause, labels.crash_type) == (None, "variable not found")


def test_a_missing_column_is_named(tmp_path):
    columns = [name for name in COLUMNS if name != "ename"]
    sheet = read(tmp_path, [label_row("a")], columns)
    (message,) = messages(sheet)
    assert message == "The label sheet has no column `ename`, so the exception type isn't known."
    assert sheet.rows["a"].crash() is None


def test_case_and_blanks_of_a_columns_name_do_not_matter(tmp_path):
    columns = [f" {name.upper()} " for name in COLUMNS]
    values = {f" {name.upper()} ": value for name, value in label_row("a").items()}
    sheet = read(tmp_path, [values], columns)
    assert messages(sheet) == []
    assert sheet.rows["a"].labels().root_cause == "NB specific"


def test_a_renamed_id_column_is_found_by_the_names_of_the_folders(tmp_path):
    columns = ["name" if name == "nb_name" else name for name in COLUMNS]
    sheet = read(tmp_path, [{**label_row("a"), "name": "a"}], columns, folders=["a"])
    (message,) = messages(sheet)
    assert "no column `nb_name`" in message
    assert "`name` is used in its place" in message
    assert list(sheet.rows) == ["a"]


def test_a_sheet_in_which_nothing_names_the_instances_is_broken(tmp_path):
    with pytest.raises(BrokenBench, match="no column `nb_name`") as caught:
        read(tmp_path, [label_row("a")], COLUMNS[1:], folders=["b"])
    assert "`eid`" in str(caught.value)


def test_of_two_rows_for_one_id_the_first_is_used_and_the_other_told(tmp_path):
    rows = [label_row("a", ename="keyerror"), label_row("b"), label_row("a", ename="valueerror")]
    first = read(tmp_path, rows).rows["a"]
    crash = first.crash()
    assert crash is not None
    assert crash.ename == "keyerror"
    (problem,) = first.problems
    assert "line 2 is used, line 4 isn't" in problem.message


def test_blank_rows_are_passed_over_and_rows_without_an_id_told(tmp_path):
    sheet = read(tmp_path, [{}, label_row("a"), {}, {"ename": "keyerror"}])
    assert list(sheet.rows) == ["a"]
    assert messages(sheet) == ["Line 5 of the label sheet is left out: its `nb_name` is empty."]


@pytest.mark.parametrize("id", ["../a", "/etc", "a/b", "..", "a\\b"])
def test_an_id_that_leads_elsewhere_is_left_out_and_told(tmp_path, id):
    sheet = read(tmp_path, [label_row(id), label_row("a")])
    assert list(sheet.rows) == ["a"]
    assert "can't be the name of a folder" in messages(sheet)[0]


def test_no_data_has_no_source(tmp_path):
    assert row(tmp_path, DatasetTitle_1="nodata", DatasetLicenseName_1="nodata").sources() == []


def test_a_sheet_of_another_name_is_found_by_its_columns(tmp_path):
    workbook = openpyxl.Workbook()
    workbook.active.append(["notes"])
    page = workbook.create_sheet("labels")
    page.append(list(COLUMNS))
    page.append([label_row("a").get(name) for name in COLUMNS])
    workbook.save(tmp_path / "benchmark_desc.xlsx")
    assert list(read_sheet(tmp_path / "benchmark_desc.xlsx", ()).rows) == ["a"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"nb_name,ename\na,b\n", "isn't an Excel sheet that can be read"),
        (b"", "isn't an Excel sheet that can be read"),
        (b"PK\x03\x04 damaged", "isn't an Excel sheet that can be read"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n", "Git LFS pointer"),
    ],
)
def test_a_file_that_is_no_workbook_is_broken(tmp_path, content, words):
    path = tmp_path / "benchmark_desc.xlsx"
    path.write_bytes(content)
    with pytest.raises(BrokenBench, match=words) as caught:
        read_sheet(path, ())
    assert "benchmark_desc.xlsx" in str(caught.value)


def test_a_changed_sheet_is_read_again(tmp_path):
    read(tmp_path, [label_row("a")])
    assert list(read(tmp_path, [label_row("b"), label_row("c")]).rows) == ["b", "c"]


def test_a_sheet_that_was_read_is_listed_again_without_the_excel_library(tmp_path, monkeypatch):
    path = write_sheet(tmp_path / "benchmark_desc.xlsx", [label_row("a", evalue="ü")])
    read_sheet(path, ())
    monkeypatch.setattr(openpyxl, "load_workbook", None)
    assert read_sheet(path, ()).rows["a"].values["evalue"] == "ü"


def test_a_damaged_copy_of_a_sheet_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    path = write_sheet(tmp_path / "benchmark_desc.xlsx", [label_row("a")])
    read_sheet(path, ())
    (copy,) = (tmp_path / "data").rglob("*.json")
    copy.write_text("{")
    assert list(read_sheet(path, ()).rows) == ["a"]


def test_a_data_folder_that_can_not_be_written_does_not_matter(tmp_path, monkeypatch):
    (tmp_path / "data").write_text("a file where the folder should be")
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    assert list(read(tmp_path, [label_row("a")]).rows) == ["a"]


@pytest.mark.parametrize(
    ("cell", "asks", "problems"),
    [("yes", True, 0), (" YES", True, 0), ("no", False, 0), (None, False, 0), ("?", False, 1)],
)
def test_whether_a_network_is_needed_is_read_where_the_sheet_says_it(tmp_path, cell, asks, problems):
    read_row = row(tmp_path, columns=[*COLUMNS, "needs_network"], needs_network=cell)
    assert (read_row.needs_network(), len(read_row.problems), read_row.extra) == (asks, problems, {})
