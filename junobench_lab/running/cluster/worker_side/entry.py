"""Hands a parcel to junobench_lab on this worker, or says that it isn't there."""

import json
import platform


def answer(parcel: bytes, archive: "bytes | None") -> bytes:
    """The reply to a parcel, both JSON."""
    try:
        from junobench_lab.running.cluster.worker import carry_out
    except ImportError as error:
        from distributed import get_worker

        worker = get_worker().address
        sentence = f"The worker {worker} (machine {platform.node()}) can't import junobench_lab ({error})"
        return json.dumps({"kind": "unfit", "worker": worker, "sentence": sentence}).encode()
    return carry_out(parcel, archive)
