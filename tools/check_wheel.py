"""Checks what is in a wheel: `python tools/check_wheel.py WHEEL`."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main(wheel: str) -> int:
    """Return 0 when the wheel has every file that it needs and none of the tests."""
    packed = set(zipfile.ZipFile(wheel).namelist())
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "junobench_lab"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    expected = {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}
    data = Path(wheel).name.rsplit("-", 3)[0] + ".data/data"
    expected |= {
        f"{data}/share/jupyter/labextensions/junobench-lab/{name}"
        for name in ("package.json", "install.json", "static/style.js", "schemas/junobench-lab/package.json.orig")
    }
    expected.add(f"{data}/etc/jupyter/jupyter_server_config.d/junobench_lab.json")
    missing = sorted(expected - packed)
    surplus = sorted(name for name in packed if name.startswith(("tests/", "stories/", "ui-tests/", "src/")))
    for name in missing:
        print(f"FAILED: not in the wheel: {name}", file=sys.stderr)
    for name in surplus:
        print(f"FAILED: does not belong in the wheel: {name}", file=sys.stderr)
    if missing or surplus:
        return 1
    print(f"ok: the wheel has all {len(expected)} files it needs")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
