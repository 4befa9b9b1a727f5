"""Records of what programs had run, apart from those of what people ran."""

from ..data_folder import data_folder
from ..running.records import RecordStore


def research_records() -> RecordStore:
    return RecordStore(data_folder() / "research" / "runs")
