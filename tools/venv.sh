#!/bin/bash
# Makes the virtual environment: tools/venv.sh PYTHON FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1 venv=$2
# The Python that makes the environment can't be the one inside it.
PATH=${PATH//"$(pwd -P)/$venv/bin:"/}

fail() {
  echo "$*" >&2
  exit 1
}

works() { # its programs name its place, so that a moved one doesn't
  "$venv/bin/python" -m pip --version > /dev/null 2>&1 &&
    head -3 "$venv/bin/pip" | grep -qF "$(realpath "$venv")/bin/"
}

command -v "$python" > /dev/null ||
  fail "JunoBench Lab needs Python 3.10 or newer, and there is no '$python' here. On Debian or Ubuntu: sudo apt-get install python3 python3-venv"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
  fail "JunoBench Lab needs Python 3.10 or newer; '$python' is $("$python" -V 2>&1 | cut -d' ' -f2). Name a newer one: make PYTHON=python3.12 ..."

if works; then
  exit 0
fi
echo "Making the virtual environment $venv ..."
rm -rf "$venv"
if ! "$python" -c 'import ensurepip, venv' 2> /dev/null; then
  # Debian and Ubuntu keep these two modules in a package of their own.
  package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
  tools/apt-install.sh "$package" ||
    fail "This Python can't make virtual environments. Install the package for that and call make again: sudo apt-get install $package"
fi
"$python" -m venv "$venv"
works || fail "The virtual environment in $venv doesn't work: 'python -m pip' fails in it."
