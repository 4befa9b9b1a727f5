"""Benches, instances, variants and what is revealed of them."""

from pathlib import Path
from typing import Any

from tornado.web import HTTPError, authenticated

from .handler import LabHandler


class VersionRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        from .._version import __version__
        from .models import Version

        self.answer(Version(version=__version__))


class BenchesRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        from .models import BenchList

        self.answer(BenchList(benches=await self.off_loop(self.lab.catalog.benches)))

    @authenticated
    async def post(self) -> None:
        from ..instances.registry import add_bench
        from .models import AddBench

        asked = self.body(AddBench)
        self.answer(await self.off_loop(add_bench, Path(asked.path).expanduser(), asked.name), 201)


class InstancesRoute(LabHandler):
    @authenticated
    async def get(self, bench: str) -> None:
        from ..instances.models import DIMENSIONS, InstanceFilter
        from .operations import DEFAULT_LIMIT

        chosen = InstanceFilter(
            query=self.get_query_argument("query", ""),
            **{dimension: self.get_query_arguments(dimension) for dimension in DIMENSIONS},
        )
        offset, limit = self._number("offset", 0), self._number("limit", DEFAULT_LIMIT)
        self.answer(await self.off_loop(self.lab.catalog.page, bench, chosen, offset, limit))

    def _number(self, name: str, default: int) -> int:
        from ..errors import InvalidRequest

        text = self.get_query_argument(name, str(default))
        if not text.isdecimal():
            raise InvalidRequest(f"{name} has to be a whole number, 0 or more, not {text[:20]!r}.")
        return int(text)


class InstanceRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str) -> None:
        self.answer(await self.off_loop(self.lab.instance_view, bench, id))


class VariantRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, variant: str) -> None:
        self.answer(await self.off_loop(self.lab.variant, bench, id, variant))


class VariantTraceRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, variant: str) -> None:
        self.answer(await self.off_loop(self.lab.variant_trace, bench, id, variant))


class VariantFlowRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, variant: str) -> None:
        self.answer(await self.off_loop(self.lab.variant_flow, bench, id, variant))


class DiagnosisRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str) -> None:
        opened = self.lab.catalog.bench(bench)
        await self.off_loop(opened.folder, id)
        self.lab.reveals.require(bench, id, "diagnosis")
        self.answer(await self.off_loop(opened.diagnosis, id))


class RevealsRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from .models import RevealRequest

        asked = self.body(RevealRequest)
        await self.off_loop(self.lab.catalog.bench(asked.bench).folder, asked.id)
        self.answer(await self.off_loop(self.lab.reveals.reveal, asked.bench, asked.id, asked.what))


class OpenAPIRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        from .openapi import OPENAPI_FILE

        self.set_header("Content-Type", "application/json")
        self.finish(await self.off_loop(OPENAPI_FILE.read_bytes))


class UnknownRoute(LabHandler):
    """Whatever else is asked for below the address of the routes."""

    async def prepare(self) -> None:  # type: ignore[override]
        await super().prepare()
        if self.current_user is None:
            raise HTTPError(403, reason="Log in first.")
        raise HTTPError(404, reason="There is no such route; openapi.json lists them.")


PART = r"([^/]+)"
"""One part of a path; tornado hands it over unescaped."""

BASE = "junobench-lab/api"

ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/version", VersionRoute),
    (f"/{BASE}/benches", BenchesRoute),
    (f"/{BASE}/instances/{PART}", InstancesRoute),
    (f"/{BASE}/instances/{PART}/{PART}", InstanceRoute),
    (f"/{BASE}/instances/{PART}/{PART}/variants/{PART}", VariantRoute),
    (f"/{BASE}/instances/{PART}/{PART}/variants/{PART}/trace", VariantTraceRoute),
    (f"/{BASE}/instances/{PART}/{PART}/variants/{PART}/flow", VariantFlowRoute),
    (f"/{BASE}/instances/{PART}/{PART}/diagnosis", DiagnosisRoute),
    (f"/{BASE}/reveals", RevealsRoute),
    (f"/{BASE}/openapi.json", OpenAPIRoute),
]
UNKNOWN = rf"/{BASE}/.*"
