#!/usr/bin/env bash
# A real Ceph cluster of three hosts for tests, each in its own namespaces (network, processes, mounts, host name) with
# its own sshd: a monitor, a manager or two, an OSD and an empty disk on each, two metadata servers. Requires root, Linux
# with loop devices, and the Debian packages of packages.txt.
#
#   hosts.sh -d DIR [-n NET] COMMAND
#
#     up               create the cluster, boot the hosts, wait until the cluster is healthy
#     destroy          end everything and remove the directory
#     boot HOST        boot a host that is off
#     off HOST         take the power of a host away
#     sshd HOST on     accept connections of ssh again
#     sshd HOST off    end all connections of ssh and accept no more
#     run HOST ARGS... run a command on a host
#     ceph ARGS...     run the ceph command on this cluster, from outside of the hosts
#
# The hosts are host1 to host3 at 198.18.NET.11 to .13; this machine is .1. DIR/ssh_config leads to them. A host reboots
# when its process 1 gets SIGTERM: it ends its daemons, and the next process 1 starts what is in /var/lib/ceph there, as
# the units of Ceph's packages do. Their root is that of this machine, read-only.
set -euo pipefail
shopt -s inherit_errexit nullglob
unset CEPH_ARGS CEPH_CONF PYTHONPATH PYTHONHOME

SELF=$(realpath "$0")
readonly SELF HOSTS=(host1 host2 host3) HEALTHY_WITHIN=180 # seconds
# ceph-volume refuses disks below 5 GB.
readonly SPARE_SIZE=6G OSD_SIZE=3G

fail() { echo "hosts.sh: $*" >&2; exit 1; }
usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }

dir=
net=1
while getopts d:n: option; do
  case $option in
    d) dir=$(realpath -m "$OPTARG") ;;
    n) net=$OPTARG ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[[ -n $dir ]] || usage
if [[ -f $dir/net ]]; then net=$(<"$dir/net"); fi
[[ $net =~ ^[0-9]+$ ]] && ((net < 255)) || fail "the network must be a number below 255, not '$net'"
readonly dir net conf=$dir/ceph.conf bridge=sd$net

own() { echo "$dir/hosts/$1"; }
space() { echo "sd$net-$1"; }
number() { echo "${1#host}"; }
address() { echo "198.18.$net.$((10 + $(number "$1")))"; }
mon_address() { echo "[v2:$(address "$1"):3300,v1:$(address "$1"):6789]"; }
ceph_command() { ceph -c "$conf" --connect-timeout 20 "$@"; }

# ---- a host from outside -----------------------------------------------------------------------------------------

# Runs a host, and boots it again when its process 1 ends.
power() { # HOST
  local own
  own=$(own "$1")
  while [[ ! -e $own/off ]]; do
    ip netns exec "$(space "$1")" unshare --mount --propagation private --uts --ipc --pid --fork --kill-child \
      "${SELF%/*}/host.sh" "$own" "$1" &
    echo $! >"$own/power"
    wait $! || true
    sleep 0.2
  done
}

# The number of a process from a file of the host, if it still belongs to the host.
pid_of() { # HOST FILE
  local pid
  pid=$(cat "$(own "$1")/$2" 2>/dev/null) && tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null |
    grep -qF "/host.sh $(own "$1") $1 " && echo "$pid"
}

is_on() { [[ -n $(pid_of "$1" etc/pid) ]] && (exec 3<>"/dev/tcp/$(address "$1")/22") 2>/dev/null; }

boot() { # HOST
  local patience=100
  rm -f "$(own "$1")/off"
  if [[ -z $(pid_of "$1" power) ]]; then setsid "$SELF" -d "$dir" power "$1" >/dev/null 2>&1 </dev/null & fi
  until is_on "$1"; do
    ((patience-- > 0)) || fail "$1 does not boot: $(tail -3 "$(own "$1")/log/boot.log" 2>&1)"
    sleep 0.1
  done
}

off() { # HOST
  local power first
  touch "$(own "$1")/off"
  power=$(pid_of "$1" power) || return 0
  first=$(pid_of "$1" etc/pid) || first=$power
  kill -KILL "$power"
  # Its process 1 ends with it, after all others of the host.
  while [[ -d /proc/$first ]]; do sleep 0.1; done
}

on_host() { # HOST COMMAND...
  local pid
  pid=$(pid_of "$1" etc/pid) || fail "$1 is off"
  nsenter --target "$pid" --mount --uts --ipc --net --pid -- "${@:2}"
}

switch_sshd() { # HOST on|off
  case $2 in
    on) on_host "$1" /usr/sbin/sshd -f /etc/ceph/sshd_config ;;
    off) on_host "$1" pkill -KILL sshd ;;
    *) usage ;;
  esac
}

# ---- creating the cluster ----------------------------------------------------------------------------------------

make_network() {
  local host space
  ip link add "$bridge" type bridge
  ip addr add "198.18.$net.1/24" dev "$bridge"
  ip link set "$bridge" up
  for host in "${HOSTS[@]}"; do
    space=$(space "$host")
    ip netns add "$space"
    ip link add "$bridge-$(number "$host")" type veth peer name eth0 netns "$space"
    ip link set "$bridge-$(number "$host")" master "$bridge" up
    ip -n "$space" link set lo up
    ip -n "$space" addr add "$(address "$host")/24" dev eth0
    ip -n "$space" link set eth0 up
  done
}

make_disk() { # HOST
  local file=$dir/disks/$1 loop
  truncate -s "$SPARE_SIZE" "$file"
  loop=$(losetup --find --show "$file")
  loop=${loop#/dev/}
  echo "$loop $(<"/sys/block/$loop/dev")" >"$(own "$1")/etc/disk"
}

write_conf() { # fsid
  local host members='' addresses='' classes
  for host in "${HOSTS[@]}"; do
    members+="$host "
    addresses+=${addresses:+,}$(mon_address "$host")
  done
  # The default of newer packages is relative to the working directory.
  classes=$(echo /usr/lib/*/rados-classes)
  sed -e "s|@FSID@|$1|; s|@MONS@|$members|; s|@MON_HOST@|$addresses|; s|@NET@|198.18.$net.0/24|; s|@LIB@|${classes%/*}|" \
    "${SELF%/*}/ceph.conf.in" >"$dir/hosts.conf"
  { cat "$dir/hosts.conf"; printf '[client]\nkeyring = %s\nadmin_socket =\nlog_file =\n' "$dir/admin.keyring"; } >"$conf"
}

make_ssh() {
  local host
  ssh-keygen -q -t ed25519 -N '' -f "$dir/ssh_key"
  ssh-keygen -q -t ed25519 -N '' -f "$dir/host_key"
  for host in "${HOSTS[@]}"; do
    printf 'Host %s\n  HostName %s\n' "$host" "$(address "$host")" >>"$dir/ssh_config"
    echo "$host,$(address "$host") $(cut -d' ' -f1,2 "$dir/host_key.pub")" >>"$dir/known_hosts"
    cp "$dir/host_key" "$dir/ssh_key.pub" "$(own "$host")/etc"
    printf '%s\n' "ListenAddress $(address "$host")" 'HostKey /etc/ceph/host_key' 'PidFile none' 'UsePAM no' \
      'AuthorizedKeysFile /etc/ceph/ssh_key.pub' 'StrictModes no' 'PasswordAuthentication no' 'PermitRootLogin yes' \
      'MaxStartups 50' 'SetEnv CEPH_VOLUME_ALLOW_LOOP_DEVICES=1' >"$(own "$host")/etc/sshd_config"
  done
  printf '%s\n' 'Host *' '  User root' "  IdentityFile $dir/ssh_key" '  IdentitiesOnly yes' '  BatchMode yes' \
    "  UserKnownHostsFile $dir/known_hosts" '  StrictHostKeyChecking yes' '  ConnectTimeout 5' >>"$dir/ssh_config"
}

# Adds a key with these capabilities to the keyring from which the monitors learn all keys.
add_key() { # NAME FILE CAPABILITY...
  local capabilities=() one
  for one in "${@:3}"; do capabilities+=(--cap "${one%%=*}" "${one#*=}"); done
  ceph-authtool -C "$2" --gen-key -n "$1" "${capabilities[@]}" >/dev/null
  ceph-authtool "$dir/mkfs.keyring" --import-keyring "$2" >/dev/null
}

# Creates the data of a daemon on its host, before that has booted.
data_of() { # KIND NAME HOST
  local data
  data=$(own "$3")/lib/$1/ceph-$2
  mkdir -p "$data"
  echo "$data"
}

make_daemons() { # fsid
  local host data id release addresses=()
  release=$(ceph-mon --version | awk '{ print $5 }')
  for host in "${HOSTS[@]}"; do addresses+=(--addv "$host" "$(mon_address "$host")"); done
  monmaptool --create --fsid "$1" --set-min-mon-release "$release" --enable-all-features "${addresses[@]}" "$dir/monmap" >/dev/null
  ceph-authtool -C "$dir/mkfs.keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null
  add_key client.admin "$dir/admin.keyring" mon='allow *' mgr='allow *' osd='allow *' mds='allow *'
  add_key client.bootstrap-osd "$dir/bootstrap.keyring" mon='allow profile bootstrap-osd'
  for host in host1 host2; do
    add_key "mgr.$host" "$(data_of mgr "$host" "$host")/keyring" mon='allow profile mgr' osd='allow *' mds='allow *'
    add_key "mds.$host" "$(data_of mds "$host" "$host")/keyring" mon='allow profile mds' mgr='allow profile mds' osd='allow *' mds=allow
  done
  for host in "${HOSTS[@]}"; do
    id=$(($(number "$host") - 1))
    data=$(data_of osd "$id" "$host")
    add_key "osd.$id" "$data/keyring" mon='allow profile osd' mgr='allow profile osd' osd='allow *'
    truncate -s "$OSD_SIZE" "$data/block"
    uuidgen >"$dir/osd.$id"
    ceph-osd -c "$conf" -i "$id" --mkfs --osd-data "$data" --osd-uuid "$(<"$dir/osd.$id")" --monmap "$dir/monmap" \
      --no-mon-config --log-file "$dir/mkfs.log" >>"$dir/mkfs.log" 2>&1 &
  done
  wait
  for host in "${HOSTS[@]}"; do
    ceph-mon -c "$conf" -i "$host" --mkfs --mon-data "$(data_of mon "$host" "$host")" --monmap "$dir/monmap" \
      --keyring "$dir/mkfs.keyring" --log-file "$dir/mkfs.log" >>"$dir/mkfs.log" 2>&1
    install -D "$dir/bootstrap.keyring" "$(own "$host")/lib/bootstrap-osd/ceph.keyring"
    cp "$dir/hosts.conf" "$(own "$host")/etc/ceph.conf"
    cp "$dir/admin.keyring" "$(own "$host")/etc/ceph.client.admin.keyring"
  done
}

make() {
  local host fsid
  mkdir -p "$dir/disks"
  chmod 755 "$dir"
  echo "$net" >"$dir/net"
  for host in "${HOSTS[@]}"; do
    mkdir -p "$(own "$host")"/{etc,lib,log,sbin}
    mkdir -p "$(own "$host")/lib"/{osd,crash}
    chmod 1777 "$(own "$host")/log"
    # Enough of udevadm for ceph-volume.
    printf '%s\n' '#!/bin/sh' '[ "$1" = info ] || exit 0' 'for device; do :; done' 'echo "DEVNAME=$device"' 'echo DEVTYPE=disk' \
      >"$(own "$host")/sbin/udevadm"
    chmod +x "$(own "$host")/sbin/udevadm"
    make_disk "$host"
  done
  fsid=$(uuidgen)
  make_network
  make_ssh
  write_conf "$fsid"
  make_daemons "$fsid"
}

configure() {
  local id
  for id in 0 1 2; do echo "osd new $(<"$dir/osd.$id") $id"; done
  printf '%s\n' 'config set mgr mgr/devicehealth/enable_monitoring false --force' \
    'osd pool create rbd 8' 'osd pool application enable rbd rbd' 'osd pool create storefs_metadata 8' \
    'osd pool create storefs_data 8' 'fs new storefs storefs_metadata storefs_data'
}

healthy() {
  local report
  report=$(printf '%s\n' health 'pg stat' 'mds stat' | ceph_command 2>/dev/null) && grep -qx HEALTH_OK <<<"$report" &&
    grep -qE '^([0-9]+) pgs: \1 active\+clean;' <<<"$report" && grep -q 'up:active' <<<"$report"
}

up() {
  local host deadline=$((SECONDS + HEALTHY_WITHIN))
  [[ ! -e $dir/net ]] || fail "there is a cluster in $dir"
  make
  for host in "${HOSTS[@]}"; do boot "$host"; done
  configure | ceph_command >"$dir/configure.log" 2>&1
  # An OSD may have ended because the cluster did not know it yet; one that runs refuses a second start.
  for host in "${HOSTS[@]}"; do
    on_host "$host" ceph-osd -i $(($(number "$host") - 1)) || true
  done >>"$dir/configure.log" 2>&1
  until healthy; do
    ((SECONDS < deadline)) || fail "not healthy after $HEALTHY_WITHIN s: $(ceph_command health detail 2>&1)"
    sleep 0.3
  done
}

destroy() {
  local host name
  if [[ ! -e $dir ]]; then return; fi
  [[ -f $dir/net ]] || fail "$dir was not created by hosts.sh; not removed"
  for host in "${HOSTS[@]}"; do
    off "$host"
    ip netns del "$(space "$host")" 2>/dev/null || true
    if read -r name _ <"$(own "$host")/etc/disk"; then losetup --detach "/dev/$name" || true; fi
  done 2>/dev/null
  ip link del "$bridge" 2>/dev/null || true
  rm -rf -- "$dir"
}

case ${1:-} in
  up | destroy) "$1" ;;
  boot | off | power) [[ " ${HOSTS[*]} " == *" ${2:-} "* ]] || usage; "$1" "$2" ;;
  sshd) switch_sshd "${2:-}" "${3:-}" ;;
  run) on_host "${@:2}" ;;
  ceph) ceph_command "${@:2}" ;;
  *) usage ;;
esac
