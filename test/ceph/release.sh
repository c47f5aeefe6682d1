#!/usr/bin/env bash
# Runs the Ceph release of another Debian suite in a chroot, which is created once and kept. Requires root on Debian,
# debootstrap and access to a mirror.
#
#   release.sh SUITE make          creates the chroot unless it is complete, and prints the version of its Ceph
#   release.sh SUITE run COMMAND   runs a command in it, in the project folder, which has the same path there
#
# SUITE is trixie (Ceph 18.2) or sid (Ceph 20.2). The chroots are in $STOREDECK_CEPH_RELEASES (/var/cache/storedeck by
# default). Each takes about 2 GB, and two to five minutes to create. To update sid, remove its folder.
set -euo pipefail
shopt -s inherit_errexit

readonly SELF=$(dirname "$(realpath "$0")")
readonly PROJECT=$(realpath "$SELF/../..")
readonly RELEASES=${STOREDECK_CEPH_RELEASES:-/var/cache/storedeck}
# The packages may fail to configure in a chroot, so only the presence of these programs is checked.
readonly NEEDED=(ip ceph ceph-mon ceph-mgr ceph-osd ceph-mds radosgw radosgw-admin ganesha.nfsd tgtd s3cmd nfs-ls iscsi-ls)

fail() { echo "release.sh: $*" >&2; exit 1; }
usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }

suite=${1:-} command=${2:-}
[[ $suite == trixie || $suite == sid ]] || usage
readonly suite root=$RELEASES/ceph-$suite log=$RELEASES/ceph-$suite.log

# Prints the Debian mirror that the host uses.
mirror() {
  local found
  found=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -1)
  echo "${found:-http://deb.debian.org/debian}" | tr -d ' '
}

packages() { cat "$PROJECT"/test/{ceph,service}/packages.txt | sed 's/#.*//' | tr -s '[:space:]' ' '; }

whole() {
  local name
  for name in "${NEEDED[@]}"; do
    [[ -x $root/usr/bin/$name || -x $root/usr/sbin/$name ]] || { missing=$name && return 1; }
  done
}

# Runs a command in the chroot, in a separate mount namespace, so that nothing stays mounted afterwards.
in_root() { # COMMAND...
  unshare --mount --propagation private bash -c '
    set -euo pipefail
    root=$1 project=$2 && shift 2
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    mkdir -p "$root$project"
    mount --bind "$project" "$root$project"
    modules=$(realpath "$project/node_modules" 2>/dev/null || true)
    if [[ -n $modules && $modules != "$project"/* ]]; then mkdir -p "$root$modules" && mount --bind "$modules" "$root$modules"; fi
    exec chroot "$root" sh -c "cd \"\$1\" && shift && exec \"\$@\"" sh "$project" "$@"
  ' bash "$root" "$PROJECT" "$@"
}

install() {
  local settings
  rm -rf -- "$root"
  debootstrap --variant=minbase "$suite" "$root" "$(mirror)"
  # Use the proxy and validity settings of the host for the mirror. policy-rc.d prevents services from starting.
  for settings in /etc/apt/apt.conf.d/*; do
    if grep -qiE 'proxy|check-(valid|date)' "$settings"; then cp "$settings" "$root/etc/apt/apt.conf.d/"; fi
  done
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod 755 "$root/usr/sbin/policy-rc.d"
  in_root apt-get update
  # shellcheck disable=SC2046
  in_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
    procps $(packages) || true
  in_root apt-get clean
}

make() {
  local missing=
  if ! whole; then
    [[ $(id -u) == 0 ]] || fail 'must be run as root'
    command -v debootstrap >/dev/null || fail 'debootstrap is not installed'
    mkdir -p "$RELEASES"
    install >"$log" 2>&1 || fail "$suite could not be created, see $log: $(tail -1 "$log")"
    whole || fail "$missing is missing in $suite, see $log"
  fi
  in_root ceph --version
}

case $command in
  make) make ;;
  run) whole || fail "no complete chroot of $suite in $root; create it with: release.sh $suite make"
    in_root "${@:3}" ;;
  *) usage ;;
esac
