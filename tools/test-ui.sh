#!/bin/bash
# Runs the browser tests against the JupyterLab in .venv: tools/test-ui.sh [flags for playwright]
# Everything that a server or a browser writes goes to a folder that is removed
# at the end, and no process of the tests outlives it.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

browser=$(tools/chromium.sh)
scratch=$(mktemp -d)
# No Docker of this machine is ever asked.
docker=unix://$scratch/none.sock
no_docker=${JUNOBENCH_UI_NO_DOCKER:-}

processes() { # those that were started with the folder in their environment
  grep -lzs "^TMPDIR=$scratch/tmp\$" /proc/[0-9]*/environ | cut -d/ -f3 || true
}
finish() {
  cd "$root"
  local left
  left=$(processes)
  # shellcheck disable=SC2086
  [ -z "$left" ] || kill $left 2> /dev/null || true
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    left=$(processes)
    [ -n "$left" ] || break
    sleep 0.5
  done
  # shellcheck disable=SC2086
  [ -z "$left" ] || kill -9 $left 2> /dev/null || true
  case $docker in unix:///tmp/junobench-docker.*) tools/docker-daemon.sh stop "$docker" ;; esac
  rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 130' INT TERM

mkdir "$scratch"/{config,data,ipython,tmp}
mkdir "$scratch/data/junobench-lab"
echo '{"image": "junobench-ui"}' > "$scratch/data/junobench-lab/container.json"
if [ -n "$no_docker" ]; then
  : # whoever calls has no need of it
elif address=$(tools/docker-daemon.sh start 2> "$scratch/docker.log"); then
  docker=$address
  DOCKER_HOST=$docker .venv/bin/python tools/container_base.py small junobench-ui
else
  no_docker=$(tail -1 "$scratch/docker.log")
fi
port=$(.venv/bin/python -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cd ui-tests
env -u JUPYTER_PATH -u JUPYTER_CONFIG_PATH -u JUPYTER_RUNTIME_DIR \
  PATH="$PWD/../.venv/bin:$PATH" \
  JUPYTER_CONFIG_DIR="$scratch/config" \
  JUPYTER_DATA_DIR="$scratch/data" \
  IPYTHONDIR="$scratch/ipython" \
  TMPDIR="$scratch/tmp" \
  DOCKER_HOST="$docker" \
  JUNOBENCH_UI_NO_DOCKER="$no_docker" \
  JUNOBENCH_UI_BROWSER="$browser" \
  JUNOBENCH_UI_PORT="$port" \
  JUNOBENCH_UI_SERVER_LOG="$scratch/server.log" \
  ../node_modules/.bin/playwright test "$@" || {
  status=$?
  echo "--- what the server said last ---"
  tail -40 "$scratch/server.log" 2> /dev/null || true
  exit "$status"
}
