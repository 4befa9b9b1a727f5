"""How long the list of a bench of 10,000 instances takes: ``python -m benchmarks.catalog`` prints JSON, in seconds.

Goals: the first page in 0.3 s in a new process, where an earlier one has read the bench; every further one, filtered
as a person types, in 0.03 s at the 95th percentile. Beside it what the very first process takes, which reads label
sheet and folders, and all about one instance: the first of a process reads the sheet.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from .large_bench import write_large_bench
from .measured import spread

INSTANCES = 10_000
GOALS = {"first_page": 0.3, "further_pages_95th_percentile": 0.03}

_NEW_PROCESS = """
import json, sys, time
from junobench_lab.instances.bench import Bench
from junobench_lab.instances.catalog import Catalog
from junobench_lab.instances.models import InstanceFilter
bench = Bench.open(sys.argv[1], "large")
catalog = Catalog(lambda: {"large": bench})
def timed(work, *arguments):
    began = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - began
def page(**chosen):
    return timed(catalog.page, "large", InstanceFilter(**chosen), 0, 100)
taken = [page()]
for query in ("c", "ca", "cas", "case", "case-0", "case-01", "case-012", "nameerror", "pandas", "pandas key"):
    taken += [page(query=query), page(query=query, library=["pandas"])]
    taken += [page(library=["numpy"], crash_type=["key error"])]
instances = [timed(bench.instance, f"case-{number:05}") for number in range(5000, 5020)]
print(json.dumps({"pages": taken, "instances": instances}))
"""


def main() -> None:
    json.dump(measure(5), sys.stdout, indent=2)
    print()


def measure(times: int) -> dict[str, Any]:
    first, further, first_instance, instances, read_anew = [], [], [], [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        root = write_large_bench(Path(folder) / "bench", INSTANCES)
        environment = {**os.environ, "JUPYTER_DATA_DIR": str(Path(folder) / "data")}
        # The second process looks again at what was so young that its time may not tell.
        for number in range(times + 2):
            done = subprocess.run(
                [sys.executable, "-c", _NEW_PROCESS, str(root)],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            )
            taken = json.loads(done.stdout)
            if number == 0:
                read_anew = taken["pages"][0]
            elif number > 1:
                first.append(taken["pages"][0])
                further.append(statistics.quantiles(taken["pages"][1:], n=20)[-1])
                first_instance.append(taken["instances"][0])
                instances.append(statistics.median(taken["instances"][1:]))
    return {
        "instances": INSTANCES,
        "read_anew": spread([read_anew]),
        "first_page": spread(first),
        "further_pages_95th_percentile": spread(further),
        "first_instance": spread(first_instance),
        "further_instances": spread(instances),
        "goals": GOALS,
    }


if __name__ == "__main__":
    main()
