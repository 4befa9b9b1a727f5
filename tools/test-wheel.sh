#!/bin/bash
# Builds the sdist, from it the wheel, installs that into a clean environment
# and checks there, without Node, that everything is in place.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
venv=$work/venv

echo "Building the sdist and the wheel ..."
.venv/bin/python -m build --outdir "$work/dist" . > "$work/build.log" 2>&1 || {
  cat "$work/build.log"
  exit 1
}
# The bundle was built anew in the checkout, from the same sources.
wheel=$(echo "$work"/dist/*.whl)
.venv/bin/python tools/check_wheel.py "$wheel"

echo "Installing the wheel into a clean environment ..."
.venv/bin/python -m venv "$venv"
"$venv/bin/python" -m pip install --quiet "$wheel"

# From here on only the clean environment is on the path: no Node.
mkdir "$work/home"
clean() { env -i HOME="$work/home" TMPDIR="$work" LANG="${LANG:-C.UTF-8}" PATH="$venv/bin" "$@"; }
cd "$work"
if clean "$BASH" -c 'command -v node'; then
  echo "Node is still on the path." >&2
  exit 1
fi

check() { # check WHAT PATTERN COMMAND...
  local what=$1 pattern=$2 said
  shift 2
  said=$(clean "$@" 2>&1) || {
    echo "$said"
    echo "FAILED: $what" >&2
    exit 1
  }
  # The escape codes of colours go first.
  if ! sed 's/\x1b\[[0-9;]*m//g' <<< "$said" | grep -Eq "$pattern"; then
    echo "$said"
    echo "FAILED: $what: no line like '$pattern'" >&2
    exit 1
  fi
  echo "ok: $what"
}

version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$OLDPWD/package.json")
check "the installed packages fit together" '^No broken requirements' python -m pip check
check "junobench-lab --version says $version" "(^| )${version//./\\.}\$" junobench-lab --version
check "JupyterLab finds the extension" "^ *junobench-lab v${version//./\\.} enabled OK" jupyter labextension list
check "Jupyter Server enables the extension" '^ *junobench_lab enabled' jupyter server extension list
check "Jupyter Server loads the extension" '^ *junobench_lab .*OK$' jupyter server extension list
