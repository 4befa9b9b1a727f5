#!/bin/bash
# Says what to do when Node is missing or too old to build the front end.
set -euo pipefail
if ! command -v node > /dev/null; then
  echo "Building the front end needs Node 20 or newer, and there is no 'node' here. On Debian or Ubuntu: sudo apt-get install nodejs" >&2
  exit 1
fi
if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
  echo "Building the front end needs Node 20.19 or newer; this one is $(node --version). Install a newer one and call make again." >&2
  exit 1
fi
