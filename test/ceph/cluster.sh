#!/usr/bin/env bash
# A small real Ceph cluster for tests: 1 monitor or 3, 1 manager, 4 OSDs on 4 nodes in 2 racks, an MDS with the
# filesystem `storefs`, and a RADOS gateway. Requires Debian 12 or later with the packages of packages.txt. Uses loopback
# only, and keeps everything in one directory. Works for any user; only as root does each node have its own host name.
#
#   cluster.sh [-d DIR] [-p PORT] [-m MONITORS] [-o OSDS] COMMAND
#
#     up             create the cluster if needed, start stopped daemons, wait until the cluster is healthy
#     down           stop every daemon
#     destroy        stop every daemon and remove the directory
#     status         daemons with their process ids, then `ceph status`; exit 0 if all run, 3 if none, else 1
#     start NAME     start one daemon: mon.a (mon.b mon.c) mgr.x osd.0 osd.1 osd.2 osd.3 mds.a client.rgw.a
#     stop NAME      stop it with SIGTERM
#     kill NAME      stop it with SIGKILL
#     ceph ARGS...   run the ceph command on this cluster
#
# DIR defaults to /var/tmp/storedeck-ceph, PORT to 17000. PORT is used by the first monitor, PORT+12 by the gateway,
# PORT+100 to PORT+399 by the other daemons. MONITORS (1 to 3) and OSDS (1 to 4) apply when the cluster is created.
set -euo pipefail
shopt -s inherit_errexit
unset CEPH_ARGS CEPH_CONF PYTHONPATH PYTHONHOME

readonly SELF=$(dirname "$(realpath "$0")")
readonly HEALTHY_WITHIN=180 # seconds

fail() { echo "cluster.sh: $*" >&2; exit 1; }
usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }

dir=/var/tmp/storedeck-ceph
port=17000
mons=1
osds=4
while getopts d:p:m:o: option; do
  case $option in
    d) dir=$OPTARG ;;
    p) port=$OPTARG ;;
    m) mons=$OPTARG ;;
    o) osds=$OPTARG ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
dir=$(realpath -m "$dir")
[[ $port =~ ^[0-9]+$ ]] || fail "the port must be a number, not '$port'"
[[ $mons =~ ^[1-3]$ ]] || fail "there can be 1 to 3 monitors, not '$mons'"
[[ $osds =~ ^[1-4]$ ]] || fail "there can be 1 to 4 OSDs, not '$osds'"
# The port of an existing cluster cannot change: the monitor's address is part of the monitor map.
if [[ -f $dir/port ]]; then read -r port mons osds <"$dir/port"; fi
: "${mons:=1}" "${osds:=4}"
readonly dir port mons osds conf=$dir/ceph.conf
readonly ALL_MONS=(a b c) ALL_OSDS=(0 1 2 3)
readonly MONS=("${ALL_MONS[@]:0:mons}") OSD_IDS=("${ALL_OSDS[@]:0:osds}")
readonly DAEMONS=("${MONS[@]/#/mon.}" mgr.x "${OSD_IDS[@]/#/osd.}" mds.a client.rgw.a)

ceph_command() { ceph -c "$conf" --connect-timeout 20 "$@"; }
new_uuid() { cat /proc/sys/kernel/random/uuid; }

in_parallel() { # FUNCTION ARGUMENT...: calls it for all arguments in parallel; fails if one call fails
  local argument job jobs=() failed=0
  for argument in "${@:2}"; do
    "$1" "$argument" &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job" || failed=1; done
  return $failed
}

# ---- placement and capabilities -------------------------------------------------------------------------------------

node_of() {
  case $1 in
    osd.*) echo "node$((${1#osd.} + 1))" ;;
    mon.a | mgr.x) echo node1 ;;
    mon.b | mds.a) echo node2 ;;
    *) echo node3 ;;
  esac
}

rack_of() {
  case $1 in
    node1 | node2) echo rack1 ;;
    *) echo rack2 ;;
  esac
}

capabilities_of() { # prints one argument of ceph-authtool per line
  case $1 in
    mgr.*) printf '%s\n' --cap mon 'allow profile mgr' --cap osd 'allow *' --cap mds 'allow *' ;;
    osd.*) printf '%s\n' --cap mon 'allow profile osd' --cap mgr 'allow profile osd' --cap osd 'allow *' ;;
    mds.*) printf '%s\n' --cap mon 'allow profile mds' --cap mgr 'allow profile mds' --cap osd 'allow *' --cap mds allow ;;
    client.rgw.*) printf '%s\n' --cap mon 'allow rw' --cap mgr 'allow rw' --cap osd 'allow rwx' ;;
    client.admin) printf '%s\n' --cap mon 'allow *' --cap mgr 'allow *' --cap osd 'allow *' --cap mds 'allow *' ;;
  esac
}

# ---- one daemon ---------------------------------------------------------------------------------------------

# Succeeds if process $1 is a daemon of this cluster. A pid file may be stale and its number reused by another process,
# so the command line must name this configuration. The command line of a zombie is empty, so it counts as stopped.
is_ours() { tr '\0' ' ' <"/proc/$1/cmdline" 2>/dev/null | grep -qF -- "-c $conf "; }

# True once a process has released its files and ports. Its command line is empty before that, and its first thread can
# be a zombie while others still hold them.
has_ended() { # PID
  local threads=("/proc/$1/task"/*)
  [[ ! -d /proc/$1 ]] || { ((${#threads[@]} <= 1)) && grep -q '^State:[[:space:]]*Z' "/proc/$1/status" 2>/dev/null; }
}

pid_of() {
  local pid
  pid=$(cat "$dir/run/$1.pid" 2>/dev/null) && [[ -n $pid ]] && is_ours "$pid" && echo "$pid"
}

start() { # NAME; the daemon forks into the background and writes its pid file
  local name=$1 node command
  if pid_of "$name" >/dev/null; then return; fi
  case $name in
    client.rgw.*) command=(radosgw -n "$name") ;;
    *) command=("ceph-${name%%.*}" -i "${name#*.}") ;;
  esac
  command+=(-c "$conf" --cluster ceph)
  node=$(node_of "$name")
  if unshare --uts true 2>/dev/null; then
    command=(unshare --uts -- sh -c 'hostname "$1"; shift; exec "$@"' sh "$node" "${command[@]}")
  fi
  rm -f "$dir/run/$name.pid"
  "${command[@]}" >>"$dir/log/$name.out" 2>&1 </dev/null || {
    tail -5 "$dir/log/$name.out" >&2
    fail "$name does not start, see $dir/log/$name.out"
  }
}

stop() { # NAME [SIGNAL]
  local name=$1 signal=${2:-TERM} pid patience=200 # twentieths of a second
  pid=$(pid_of "$name") || return 0
  # An MDS takes seconds to report its exit to the monitor; killing it is safe, because it has a journal.
  if [[ $name == mds.* ]]; then patience=30; fi
  kill -"$signal" "$pid" 2>/dev/null || true
  until has_ended "$pid"; do
    if ((patience-- <= 0)); then
      is_ours "$pid" || break # it releases the last of its memory, or the number is another process's by now
      kill -KILL "$pid" 2>/dev/null || true
    fi
    sleep 0.05
  done
  rm -f "$dir/run/$name.pid"
}

require_daemon() {
  [[ " ${DAEMONS[*]} " == *" ${1:-} "* ]] || fail "no daemon '${1:-}'; there are ${DAEMONS[*]}"
  [[ -f $dir/made ]] || fail "no cluster in $dir; create one with: cluster.sh -d $dir up"
}

# ---- creating the cluster -------------------------------------------------------------------------------------

# Prints the address of the monitor with index $1.
mon_address() { echo "[v2:127.0.0.1:$((port + $1))]"; }

write_conf() {
  local id node classes hosts=''
  for id in "${!MONS[@]}"; do hosts+=${hosts:+,}$(mon_address "$id"); done
  # The default of newer packages is relative to the working directory, where no class would be found.
  classes=$(echo /usr/lib/*/rados-classes)
  sed -e "s|@DIR@|$dir|g; s|@FSID@|$1|g; s|@MONS@|${MONS[*]}|g; s|@MON_HOST@|$hosts|g; s|@S3_PORT@|$((port + 12))|g" \
    -e "s|@LIB@|${classes%/*}|g; s|@FIRST_PORT@|$((port + 100))|g; s|@LAST_PORT@|$((port + 399))|g" "$SELF/ceph.conf.in" >"$conf"
  for id in "${OSD_IDS[@]}"; do
    node=$(node_of "osd.$id")
    printf '\n[osd.%s]\ncrush_location = root=default rack=%s host=%s\n' "$id" "$(rack_of "$node")" "$node" >>"$conf"
  done
}

# Creates all keys. A new monitor imports every key of the keyring that it is created with.
write_keys() { # the keyring to create the monitor with
  local all=$1 name keyring capabilities
  ceph-authtool -C "$all" --gen-key -n mon. --cap mon 'allow *' >/dev/null
  for name in client.admin "${DAEMONS[@]:mons}"; do
    keyring=$dir/data/$name/keyring
    if [[ $name == client.admin ]]; then keyring=$dir/client.admin.keyring; fi
    mapfile -t capabilities < <(capabilities_of "$name")
    ceph-authtool -C "$keyring" --gen-key -n "$name" "${capabilities[@]}" >/dev/null
    ceph-authtool "$all" --import-keyring "$keyring" >/dev/null
  done
}

make_monitors() { # fsid, keyring
  local release index name addresses=()
  # For example: ceph version 16.2.15 (commit) pacific (stable)
  release=$(ceph-mon --version | awk '{ print $5 }')
  for index in "${!MONS[@]}"; do addresses+=(--addv "${MONS[index]}" "$(mon_address "$index")"); done
  monmaptool --create --fsid "$1" --set-min-mon-release "$release" --enable-all-features \
    "${addresses[@]}" "$dir/monmap" >/dev/null
  for name in "${MONS[@]}"; do
    ceph-mon -c "$conf" -i "$name" --mkfs --monmap "$dir/monmap" --keyring "$2"
    # In a non-empty directory, mkfs does nothing and still succeeds.
    [[ -d $dir/data/mon.$name/store.db ]] || fail "ceph-mon --mkfs created no store in $dir/data/mon.$name"
  done
}

# Provides the manager modules of the installed Ceph. Those of Debian 13 (Ceph 18.2) do not load with its bcrypt, which
# works in one interpreter only. They use it for passwords of the dashboard, which is not installed.
make_modules() {
  mkdir "$dir/modules"
  ln -s /usr/share/ceph/mgr/* "$dir/modules"
  echo '# Stands in for the package of this name.' >"$dir/modules/bcrypt.py"
}

make_osd() { # id
  local data=$dir/data/osd.$1
  new_uuid >"$data/uuid"
  ceph-osd -c "$conf" -i "$1" --mkfs --monmap "$dir/monmap" --osd-uuid "$(<"$data/uuid")" --no-mon-config \
    >>"$dir/log/osd.$1.out" 2>&1 || fail "osd.$1 could not be created, see $dir/log/osd.$1.out"
}

make() {
  local fsid keyring=$dir/mkfs.keyring
  # The path of an admin socket is limited to 107 characters.
  ((${#dir} < 80)) || fail "the path $dir is too long; choose one under 80 characters with -d"
  [[ ! -e $conf ]] || fail "$dir holds an incomplete cluster; remove it with: cluster.sh -d $dir destroy"
  mkdir -p "$dir"/{run,log,crash} "${DAEMONS[@]/#/$dir/data/}"
  chmod 700 "$dir"
  echo "$port $mons $osds" >"$dir/port"
  fsid=$(new_uuid)
  write_conf "$fsid"
  write_keys "$keyring"
  make_monitors "$fsid" "$keyring"
  rm "$keyring"
  make_modules
  in_parallel make_osd "${OSD_IDS[@]}"
  touch "$dir/made"
}

# Runs all commands in one ceph process, because each start takes a quarter of a second.
configure() {
  local id
  {
    for id in "${OSD_IDS[@]}"; do echo "osd new $(<"$dir/data/osd.$id/uuid") $id"; done
    # --force, because the monitor does not know the options of manager modules before a manager has run.
    echo 'config set mgr mgr/devicehealth/enable_monitoring false --force'
  } | ceph_command >>"$dir/log/configure.out" 2>&1
  touch "$dir/configured"
}

make_pools() {
  printf '%s\n' 'osd pool create rbd 8' 'osd pool application enable rbd rbd' \
    'osd pool create storefs_metadata 8' 'osd pool create storefs_data 8' \
    'fs new storefs storefs_metadata storefs_data' | ceph_command >>"$dir/log/configure.out" 2>&1
  touch "$dir/pools"
}

# Reports a missing monitor at once, instead of after a minute of grace, which releases before Ceph 17 do not have. This
# is set when all monitors are in quorum: a new Ceph 20.2 that had to report one before keeps that report for ever.
end_graces() {
  local grace
  for grace in mkfs uptime added; do echo "config set mon mon_down_${grace}_grace 0 --force"; done |
    ceph_command >>"$dir/log/configure.out" 2>&1
  touch "$dir/graces"
}

# ---- the whole cluster --------------------------------------------------------------------------------------

# HEALTH_OK alone is not enough: placement groups can still be unknown then, and the manager reports a gateway up to
# two seconds (its tick) after the gateway answers. Runs all three commands in one ceph process.
healthy() {
  local report
  report=$(printf '%s\n' health 'pg stat' 'service dump' | ceph_command 2>/dev/null) &&
    grep -qx HEALTH_OK <<<"$report" &&
    grep -qE '^([0-9]+) pgs: \1 active\+clean;' <<<"$report" &&
    grep -qE '"frontend_config#0": ".*endpoint=127\.0\.0\.1:'"$((port + 12)) " <<<"$report" &&
    (exec 3<>"/dev/tcp/127.0.0.1/$((port + 12))") 2>/dev/null
}

up() {
  local deadline
  [[ -f $dir/made ]] || make
  in_parallel start "${MONS[@]/#/mon.}"
  ceph_command mon stat >/dev/null || fail "the monitors do not answer, see $dir/log/mon.a.log"
  [[ -f $dir/configured ]] || configure
  # Starting an OSD returns only when its store is open, so start them in parallel.
  in_parallel start mgr.x "${OSD_IDS[@]/#/osd.}"
  [[ -f $dir/pools ]] || make_pools
  start mds.a
  start client.rgw.a
  deadline=$((SECONDS + HEALTHY_WITHIN))
  until healthy; do
    ((SECONDS < deadline)) || fail "not healthy after $HEALTHY_WITHIN s: $(ceph_command health detail 2>&1)"
    sleep 0.3
  done
  if ((mons > 1)) && [[ ! -f $dir/graces ]]; then end_graces; fi
}

down() { # stops the clients of the OSDs first and the monitors last
  in_parallel stop client.rgw.a mds.a mgr.x
  in_parallel stop "${OSD_IDS[@]/#/osd.}"
  in_parallel stop "${MONS[@]/#/mon.}"
}

destroy() {
  if [[ ! -e $dir ]]; then return; fi
  [[ -f $dir/port ]] || fail "$dir was not created by cluster.sh; not removed"
  down
  rm -rf -- "$dir"
}

status() {
  local name pid running=0
  for name in "${DAEMONS[@]}"; do
    if pid=$(pid_of "$name"); then
      running=$((running + 1))
      printf '%-14s %-6s pid %s\n' "$name" "$(node_of "$name")" "$pid"
    else
      printf '%-14s %-6s not running\n' "$name" "$(node_of "$name")"
    fi
  done
  ((running > 0)) || return 3
  if pid_of mon.a >/dev/null; then ceph_command status; fi
  ((running == ${#DAEMONS[@]}))
}

case ${1:-} in
  up | down | destroy | status) "$1" ;;
  start | stop) require_daemon "${2:-}" && "$1" "$2" ;;
  kill) require_daemon "${2:-}" && stop "$2" KILL ;;
  ceph) shift && ceph_command "$@" ;;
  *) usage ;;
esac
