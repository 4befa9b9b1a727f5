#!/bin/bash
# Prints the path of the browser for the browser tests; installs Debian's
# Chromium when there is none and packages may be installed.
set -euo pipefail
cd "$(dirname "$0")/.."

find_browser() {
  local name
  for name in ${JUNOBENCH_BROWSER:-chromium google-chrome google-chrome-stable chromium-browser}; do
    command -v "$name" && return 0
  done
  return 1
}

if ! find_browser; then
  if [ -z "${JUNOBENCH_BROWSER:-}" ] && tools/apt-install.sh chromium fonts-dejavu-core && find_browser; then
    exit 0
  fi
  echo "The browser tests need Chromium: sudo apt-get install chromium (or name another one: JUNOBENCH_BROWSER=/path/to/chrome)" >&2
  exit 1
fi
