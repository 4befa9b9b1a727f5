"""A real Jupyter server with the extension, and a bench of two small instances."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tornado.httpclient import HTTPClientError, HTTPResponse

from tests.notebook_factory import code, crash_and_fix, notebook, write_bench

Fetch = Callable[..., Awaitable[HTTPResponse]]


@pytest.fixture
def bench_folder(tmp_path: Path) -> Path:
    marked = crash_and_fix()
    broken = {"original": "{", "reproduced": '{"cells": [', "fixed": notebook(code("x = 1", 1))}
    return write_bench(
        tmp_path / "bench",
        {"ferry": marked, "broken": broken},
        files={"ferry": {"data/trips.csv": "a,b\n1,2\n"}},
        diagnoses={"ferry": "The cell that makes y was left out."},
    )


@pytest.fixture
def jp_server_config(bench_folder: Path, tmp_path: Path) -> dict[str, Any]:
    return {
        "ServerApp": {"jpserver_extensions": {"junobench_lab": True}},
        "JunoBenchLab": {
            "benches": {"mini": str(bench_folder)},
            "records_dir": str(tmp_path / "records"),
            # No test depends on whether kernels are ready by then.
            "warm_kernels": False,
        },
    }


@pytest.fixture
def call(jp_fetch: Fetch) -> Callable[..., Awaitable[tuple[int, Any]]]:
    """Call a route: ``await call("GET", "benches")`` gives status and JSON, also of an error."""

    async def call(method: str, *parts: str, body: Any = None, params: dict[str, Any] | None = None) -> tuple[int, Any]:
        text = None if body is None else body if isinstance(body, str) else json.dumps(body)
        try:
            response = await jp_fetch(
                "junobench-lab",
                "api",
                *parts,
                method=method,
                body=text,
                params=params or {},
                allow_nonstandard_methods=True,
            )
        except HTTPClientError as error:
            assert error.response is not None
            return error.code, json.loads(error.response.body)
        return response.code, json.loads(response.body)

    return call
