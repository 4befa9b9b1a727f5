#!/bin/bash
# A Docker daemon of one's own, on a private socket, for the tests of the container kernels.
#   tools/docker-daemon.sh start [SIZE] starts one and prints its address, for DOCKER_HOST; with a size ("600m"), it
#                                       keeps its data in memory and has no more room than that
#   tools/docker-daemon.sh stop ADDRESS ends it by its own process id and removes all that it kept
# Needs root and Debian's docker.io. A daemon that runs already is left alone, and so is the firewall.
set -euo pipefail

PATIENCE=${DOCKER_DAEMON_PATIENCE:-20} # seconds

start() {
  command -v dockerd > /dev/null || { echo "There is no dockerd; install docker.io." >&2; return 1; }
  [ "$(id -u)" = 0 ] || { echo "A Docker daemon needs root." >&2; return 1; }
  local place
  # The path of a socket may have 107 characters at most, so not in a long TMPDIR.
  place=$(TMPDIR=/tmp mktemp -d /tmp/junobench-docker.XXXXXX)
  if [ -n "${1:-}" ]; then
    mkdir "$place/data"
    mount -t tmpfs -o "size=$1" junobench-docker "$place/data"
  fi
  setsid dockerd --host "unix://$place/docker.sock" --data-root "$place/data" --exec-root "$place/exec" \
    --pidfile "$place/docker.pid" --group root --bridge=none --iptables=false --ip6tables=false \
    > "$place/log" 2>&1 < /dev/null &
  local daemon=$!
  for ((i = 0; i < PATIENCE * 10; i++)); do
    if docker --host "unix://$place/docker.sock" version > /dev/null 2>&1; then
      echo "unix://$place/docker.sock"
      return 0
    fi
    kill -0 "$daemon" 2> /dev/null || break
    sleep 0.1
  done
  echo "The Docker daemon did not start; its last words:" >&2
  tail -5 "$place/log" >&2
  kill "$daemon" 2> /dev/null || true
  remove "$place"
  return 1
}

stop() {
  local place=${1#unix://}
  place=${place%/docker.sock}
  case $place in
    /tmp/junobench-docker.*) ;;
    *) echo "$1 is no daemon that this script started." >&2; return 1 ;;
  esac
  local pid
  pid=$(cat "$place/docker.pid" 2> /dev/null || true)
  # A number alone may be another process's by now: the command line tells.
  if [ -n "$pid" ] && tr '\0' ' ' < "/proc/$pid/cmdline" 2> /dev/null | grep -qF "$place/docker.sock"; then
    # One that was paused can't hear that it is to end.
    kill -CONT "$pid" 2> /dev/null || true
    kill "$pid" 2> /dev/null || true
    for ((i = 0; i < PATIENCE * 10; i++)); do
      kill -0 "$pid" 2> /dev/null || break
      sleep 0.1
    done
    kill -9 "$pid" 2> /dev/null || true
  fi
  # What a daemon that was killed leaves: containerd and the shims of its containers, all with this folder in
  # their command lines.
  local left
  left=$(grep -lsF "$place/exec" /proc/[0-9]*/cmdline | cut -d/ -f3 || true)
  for pid in $left; do [ "$pid" = $$ ] || kill -9 "$pid" 2> /dev/null || true; done
  remove "$place"
}

remove() {
  # Of mounts upon mounts, the innermost first.
  awk -v place="$1/" 'index($2, place) == 1 { print $2 }' /proc/self/mounts | sort -r | while read -r mount; do
    umount -l "$mount" 2> /dev/null || true
  done
  rm -rf "$1"
}

case ${1:-} in
  start) start "${2:-}" ;;
  stop) stop "${2:?the address}" ;;
  *) sed -n '2,6s/^# \?//p' "$0" >&2; exit 2 ;;
esac
