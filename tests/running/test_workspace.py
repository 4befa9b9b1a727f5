"""The private copy of an instance folder."""

import asyncio
import os
import shutil
import tempfile
from collections import namedtuple
from pathlib import Path

import pytest

from junobench_lab.errors import EnvironmentUnavailable
from junobench_lab.running.workspace import Workspace


def test_a_copy_that_is_removed_meanwhile_stops_and_leaves_nothing(tmp_path, copies):
    source = tmp_path / "tide-tables"
    source.mkdir()
    files = []
    for number in range(200):
        files.append(source / f"{number}.bin")
        files[-1].write_bytes(bytes(200_000))

    async def interrupted() -> Path:
        workspace = Workspace("tide-tables")
        copying = asyncio.create_task(workspace.fill(source, files))
        await asyncio.sleep(0.005)
        copying.cancel()
        await asyncio.gather(copying, return_exceptions=True)
        await workspace.remove()
        return workspace.root

    assert not asyncio.run(interrupted()).exists()


def test_a_full_disk_is_told_before_anything_is_copied(tmp_path, monkeypatch, copies):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 0))
    (tmp_path / "tides.csv").write_text("1")

    async def fill() -> None:
        workspace = Workspace("tide-tables")
        try:
            await workspace.fill(tmp_path, [tmp_path / "tides.csv"])
        finally:
            assert list(workspace.folder.iterdir()) == []
            await workspace.remove()

    with pytest.raises(EnvironmentUnavailable, match="disk is too full"):
        asyncio.run(fill())


def test_the_sockets_paths_stay_within_what_unix_allows_however_deep_the_temporary_folder_is(tmp_path, monkeypatch):
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    workspace = Workspace("an-instance-whose-name-is-long-but-does-not-matter-for-the-sockets")
    try:
        assert workspace.sockets is not None
        assert len(os.fsencode(f"{workspace.sockets}-65535")) <= 107
    finally:
        asyncio.run(workspace.remove())
    assert not workspace.root.exists()


def test_a_temporary_folder_that_is_gone_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(EnvironmentUnavailable, match="TMPDIR"):
        Workspace("tide-tables")


def test_a_link_that_a_cell_made_leads_nobody_out_of_the_copy(tmp_path, monkeypatch):
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o755)
    (outside / "kept.txt").write_text("mine")
    workspace = Workspace("tide-tables")
    (workspace.folder / "way-out").symlink_to(outside)
    with monkeypatch.context() as resisting:
        # A copy that can't be removed at once, so that its folders are made writable first.
        resisting.setattr(shutil, "rmtree", lambda *_, **__: None)
        asyncio.run(workspace.remove())
    assert outside.stat().st_mode & 0o777 == 0o755
    shutil.rmtree(workspace.root)
    assert (outside / "kept.txt").read_text() == "mine"
