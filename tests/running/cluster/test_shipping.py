"""Input files that travel: packed here, unpacked by a worker that doesn't have them."""

from pathlib import Path

import pytest

from junobench_lab.errors import EnvironmentUnavailable
from junobench_lab.running.cluster import shipping
from junobench_lab.running.cluster.shipping import InputStore, pack
from junobench_lab.running.inputs import InputFile, holds, input_manifest, manifest_digest


@pytest.fixture
def port(tmp_path: Path) -> Path:
    folder = tmp_path / "there" / "port"
    (folder / "data").mkdir(parents=True)
    (folder / "fees.csv").write_bytes(b"1,2\n")
    (folder / "data" / "ships.bin").write_bytes(bytes(range(256)))
    return folder


def manifest_of(folder: Path) -> list[InputFile]:
    return input_manifest(folder, [folder / "data" / "ships.bin", folder / "fees.csv"])


def test_the_same_content_is_the_same_wherever_it_lies_and_in_any_order(port: Path, tmp_path: Path):
    twin = tmp_path / "here" / "port"
    twin.parent.mkdir()
    port.rename(twin)
    files = [twin / "fees.csv", twin / "data" / "ships.bin"]
    first = manifest_digest(input_manifest(twin, files))
    assert manifest_digest(input_manifest(twin, files[::-1])) == first
    (twin / "fees.csv").write_bytes(b"1,3\n")
    assert manifest_digest(input_manifest(twin, files)) != first


def test_a_worker_that_holds_the_files_uses_its_own(port: Path, tmp_path: Path):
    with InputStore(tmp_path / "store").folder_for("port", manifest_of(port), [tmp_path, port], None) as folder:
        assert folder == port
    assert not (tmp_path / "store").exists()


def test_a_folder_with_other_content_is_not_taken_for_the_same(port: Path, tmp_path: Path):
    manifest = manifest_of(port)
    (port / "fees.csv").write_bytes(b"9,9\n")
    with InputStore(tmp_path / "store").folder_for("port", manifest, [port], None) as folder:
        assert folder is None


def test_what_was_sent_once_is_there_for_the_next_run(port: Path, tmp_path: Path):
    manifest, archive = manifest_of(port), pack(port, manifest_of(port))
    store = InputStore(tmp_path / "store")
    with store.folder_for("port", manifest, [], archive) as folder:
        assert folder is not None and folder.name == "port" and holds(folder, manifest)
        assert (folder / "data" / "ships.bin").read_bytes() == bytes(range(256))
    with store.folder_for("port", manifest, [], None) as again:
        assert again == folder


def test_what_was_used_longest_ago_makes_room_but_never_what_is_in_use(tmp_path: Path):
    store = InputStore(tmp_path / "store", kept=10)
    sent = []
    for name in ("first", "second", "third"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "a").write_bytes(name[:6].ljust(6).encode())
        manifest = input_manifest(folder, [folder / "a"])
        sent.append((name, manifest, pack(folder, manifest)))

    def kept(at: int) -> bool:
        with store.folder_for(sent[at][0], sent[at][1], [], None) as folder:
            return folder is not None

    with store.folder_for(*sent[0][:2], [], sent[0][2]):
        with store.folder_for(*sent[1][:2], [], sent[1][2]):
            pass
        assert [kept(0), kept(1)] == [True, False]
        with store.folder_for(*sent[2][:2], [], sent[2][2]) as folder:
            assert folder is not None
        assert [kept(0), kept(2)] == [True, False]


def test_files_without_which_it_can_do_need_no_folder(tmp_path: Path):
    with InputStore(tmp_path / "store").folder_for("port", [], [], None) as folder:
        assert folder is not None and folder.name == "port"


def test_input_that_is_too_large_is_not_sent(port: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shipping, "SHIPPED", 100)
    with pytest.raises(EnvironmentUnavailable, match="260 B of input are more than the 100 B"):
        pack(port, manifest_of(port))


def test_an_input_file_that_is_gone_is_told(port: Path):
    with pytest.raises(EnvironmentUnavailable, match="absent"):
        input_manifest(port, [port / "absent"])
