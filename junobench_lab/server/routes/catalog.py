"""Benches, instances, variants and what is revealed of them."""

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tornado.web import HTTPError, authenticated

from ...errors import InvalidRequest
from ..handler import LabHandler
from .paths import BASE, PART

if TYPE_CHECKING:
    from ...research.loaded.models import Standing

_OPENAPI_FILE = Path(__file__).parent.with_name("openapi.json")


class VersionRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        await self.reply(self.lab.version)


class BenchesRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        await self.reply(self.lab.viewing.benches)

    @authenticated
    async def post(self) -> None:
        from ..models import AddBench

        await self.reply(self.lab.viewing.add_bench, self.body(AddBench), status=201)


class InstancesRoute(LabHandler):
    @authenticated
    async def get(self, bench: str) -> None:
        from ...instances.models import FILTER_DIMENSIONS, InstanceFilter
        from ..operations import DEFAULT_LIMIT

        chosen = InstanceFilter(
            query=self.get_query_argument("query", ""),
            **{dimension: self.get_query_arguments(dimension) for dimension in FILTER_DIMENSIONS},
        )
        offset, limit = self._number("offset", 0), self._number("limit", DEFAULT_LIMIT)
        await self.reply(self.lab.systems.page, bench, chosen, self._standings(), offset, limit)

    def _standings(self) -> "dict[str, Standing]":
        """What each system that the filter names has to be."""
        right, wrong = self.get_query_arguments("right"), self.get_query_arguments("wrong")
        both = set(right) & set(wrong)
        if both:
            raise InvalidRequest(f"No system is both right and wrong about a crash: leave out one for {min(both)!r}.")
        return {**dict.fromkeys(right, "right"), **dict.fromkeys(wrong, "wrong")}

    def _number(self, name: str, default: int) -> int:
        text = self.get_query_argument(name, str(default))
        if not re.fullmatch(r"[0-9]{1,9}", text):
            raise InvalidRequest(f"{name} has to be a whole number, 0 or more, not {text[:20]!r}.")
        return int(text)


class InstanceRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str) -> None:
        await self.reply(self.lab.viewing.instance, bench, id)


class LackingRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str) -> None:
        from ..models import Lacking

        needed = await asyncio.to_thread(self.lab.viewing.needed_libraries, bench, id)
        sentence = await self.lab.lacking.sentence(needed, self.get_query_argument("kernel", None) or None)
        self.finish(Lacking(sentence=sentence).model_dump_json())


class VariantRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, variant: str) -> None:
        await self.reply(self.lab.viewing.variant, bench, id, variant)


class VariantTraceRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, variant: str) -> None:
        await self.reply(self.lab.viewing.variant_trace, bench, id, variant)


class VariantFlowRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str, variant: str) -> None:
        await self.reply(self.lab.viewing.variant_flow, bench, id, variant)


class DiagnosisRoute(LabHandler):
    @authenticated
    async def get(self, bench: str, id: str) -> None:
        await self.reply(self.lab.viewing.diagnosis, bench, id)


class RevealsRoute(LabHandler):
    @authenticated
    async def post(self) -> None:
        from ..models import RevealRequest

        await self.reply(self.lab.viewing.reveal, self.body(RevealRequest))


class OpenAPIRoute(LabHandler):
    @authenticated
    async def get(self) -> None:
        self.finish(await asyncio.to_thread(_OPENAPI_FILE.read_bytes))


class UnknownRoute(LabHandler):
    """Whatever else is asked for below the address of the routes."""

    async def prepare(self) -> None:  # type: ignore[override]
        await super().prepare()
        raise HTTPError(403 if self.current_user is None else 404)


ROUTES: list[tuple[str, Any]] = [
    (f"/{BASE}/version", VersionRoute),
    (f"/{BASE}/benches", BenchesRoute),
    (f"/{BASE}/instances/{PART}", InstancesRoute),
    (f"/{BASE}/instances/{PART}/{PART}", InstanceRoute),
    (f"/{BASE}/instances/{PART}/{PART}/lacking", LackingRoute),
    (f"/{BASE}/instances/{PART}/{PART}/variants/{PART}", VariantRoute),
    (f"/{BASE}/instances/{PART}/{PART}/variants/{PART}/trace", VariantTraceRoute),
    (f"/{BASE}/instances/{PART}/{PART}/variants/{PART}/flow", VariantFlowRoute),
    (f"/{BASE}/instances/{PART}/{PART}/diagnosis", DiagnosisRoute),
    (f"/{BASE}/reveals", RevealsRoute),
    (f"/{BASE}/openapi.json", OpenAPIRoute),
]
UNKNOWN = rf"/{BASE}/.*"
