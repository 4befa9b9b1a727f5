"""The Hugging Face hub, as far as fetching needs it: the one place that knows its client.

``HF_ENDPOINT`` (another hub or a mirror), ``HF_HUB_OFFLINE``, ``HF_TOKEN`` and the proxy variables are the client's
own and work as its documentation says.
"""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from ..errors import DownloadFailed
from .models import HubFile, HubListing
from .selection import is_safe

if TYPE_CHECKING:
    from huggingface_hub import HfApi

SOURCE = "PELAB-LiU/JunoBench"
"""The published data set (arXiv 2510.18013)."""

INSTALL = "pip install 'junobench-lab[fetch]'"


class DownloadCancelled(Exception):
    """The person asked to stop while a file came in."""


class Hub:
    """A data set on the hub. Every call waits for the network: not for the event loop's thread."""

    def __init__(self, source: str = SOURCE, endpoint: str | None = None) -> None:
        """Raises `DownloadFailed` where the client isn't installed or the source is no name of a data set."""
        self.source = source
        self._endpoint = endpoint
        try:
            import huggingface_hub
            from huggingface_hub.utils.logging import set_verbosity_error
        except ModuleNotFoundError:
            raise DownloadFailed(f"Fetching needs the package huggingface_hub: install it with {INSTALL}") from None
        # The client tells every try again as a warning; what a person has to know is said in our own words.
        # By its own function: it sets its level itself when it is imported, which is later than this.
        set_verbosity_error()
        self._client = huggingface_hub

    def listing(self) -> HubListing:
        """The newest state of the data set. Raises `DownloadFailed`."""
        api: HfApi = self._client.HfApi(endpoint=self._endpoint)
        try:
            revision = api.dataset_info(self.source, timeout=_TIMEOUT).sha
            if revision is None:
                raise DownloadFailed(f"The hub doesn't say which state {self.source} is in: try again later.")
            entries = api.list_repo_tree(self.source, repo_type="dataset", revision=revision, recursive=True)
            files = [_listed(entry) for entry in entries if hasattr(entry, "blob_id")]
        except DownloadFailed:
            raise
        except Exception as error:
            raise self._in_words(error) from error
        return HubListing(source=self.source, revision=revision, files=[file for file in files if is_safe(file.path)])

    def download(
        self, file: HubFile, revision: str, folder: Path, came_in: Callable[[int], None], cancel: Event
    ) -> None:
        """Bring one file to its place below ``folder``; a broken connection is taken up again where it broke.

        ``came_in`` is told the bytes as they come (a negative number where they have to come again).
        Raises `DownloadFailed` and `DownloadCancelled`.
        """
        try:
            self._client.hf_hub_download(
                self.source,
                file.path,
                repo_type="dataset",
                revision=revision,
                local_dir=folder,
                endpoint=self._endpoint,
                force_download=True,
                tqdm_class=_reporter(came_in, cancel),
            )
        except DownloadCancelled:
            raise
        except Exception as error:
            raise self._in_words(error) from error

    def _in_words(self, error: Exception) -> DownloadFailed:
        """The client and the HTTP library below it have dozens of error types that differ between releases: what is
        sorted out here is what a person can do something about."""
        errors = self._client.errors
        if isinstance(error, errors.OfflineModeIsEnabled):
            return DownloadFailed("The hub's offline mode is on: unset HF_HUB_OFFLINE to fetch.")
        if isinstance(error, errors.GatedRepoError):
            return DownloadFailed(f"{self.source} asks for an account: set HF_TOKEN to a token that may read it.")
        if isinstance(error, errors.RepositoryNotFoundError):
            return DownloadFailed(
                f"The hub has no data set {self.source}, or shows it to nobody without an account: check the name of "
                "the source."
            )
        if isinstance(error, errors.HFValidationError):
            return DownloadFailed(f"{self.source[:80]!r} can't be the name of a data set: one is like {SOURCE}.")
        if isinstance(error, errors.EntryNotFoundError):
            return DownloadFailed("The hub lists this file but doesn't have it: try again later.")
        if isinstance(error, errors.HfHubHTTPError):
            status = error.response.status_code if error.response is not None else None
            advice = _ADVICE.get(status, "try again later")
            return DownloadFailed(f"The hub answered with an error (HTTP {status or 'without a status'}): {advice}.")
        if isinstance(error, OSError) and error.errno in _FULL:
            return DownloadFailed("The disk is full: make room, then fetch again.")
        if isinstance(error, OSError) and error.errno in _UNWRITABLE:
            return DownloadFailed(f"It can't be written ({error.strerror}): see to the folder, then fetch again.")
        if isinstance(error, OSError) and error.errno is not None and error.filename is not None:
            return DownloadFailed(f"{error.filename} can't be written ({error.strerror}).")
        if isinstance(error, OSError) and "Consistency check failed" in str(error):
            return DownloadFailed("The file came incomplete: try again.")
        what = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        address = self._endpoint or os.environ.get("HF_ENDPOINT")
        if address and not address.startswith(("http://", "https://")):
            return DownloadFailed(
                f"{address[:80]!r} is no address of a hub: it has to begin with http:// or https:// (see HF_ENDPOINT)."
            )
        return DownloadFailed(f"The hub can't be reached ({what[:200]}): check the network, then fetch again.")


_TIMEOUT = 30
"""Seconds for one answer of the hub."""
_ADVICE: dict[int | None, str] = {
    401: "it asks for an account, so set HF_TOKEN to a token that may read it",
    403: "it doesn't let you read this, so set HF_TOKEN to a token that may",
    404: "it lists the file but doesn't have it; try again later",
    429: "it has had too many requests from here; wait some minutes, or set HF_TOKEN to a token of yours",
}
_FULL = (errno.ENOSPC, errno.EDQUOT)
_UNWRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM, errno.EFBIG, errno.EIO)
"""Kinds of `OSError` that a network doesn't raise."""


def _listed(entry: Any) -> HubFile:
    large = entry.lfs
    return HubFile(
        path=entry.path,
        size=entry.size,
        sha256=large.sha256 if large is not None else None,
        git_blob=entry.blob_id if large is None else None,
    )


def _reporter(came_in: Callable[[int], None], cancel: Event) -> type[Any]:
    """The client reports to a tqdm class and has no other ear: this one draws nothing."""
    from tqdm import tqdm

    class Reporter(tqdm):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            options.pop("name", None)
            super().__init__(*arguments, **{**options, "disable": True})

        def update(self, n: float | None = 1) -> None:
            if cancel.is_set():
                raise DownloadCancelled
            came_in(int(n or 0))

    return Reporter
