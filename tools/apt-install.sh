#!/bin/bash
# Installs Debian packages where that needs no question to anyone (root, or sudo
# without a password); else, or when it fails, ends with 1 and installs nothing.
set -euo pipefail

command -v apt-get > /dev/null || exit 1
as_root=()
if [ "$(id -u)" != 0 ]; then
  sudo -n true 2> /dev/null || exit 1
  as_root=(sudo -n)
fi
echo "Installing $* with apt-get ..." >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y "$@" < /dev/null >> "$log" 2>&1; }
# The update may fail for a source that isn't needed here; the install decides.
apt update || true
apt install --no-install-recommends "$@" || {
  tail -20 "$log" >&2
  exit 1
}
