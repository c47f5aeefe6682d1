#!/usr/bin/env bash
# Process 1 of a host of hosts.sh, in namespaces of its own. FOLDER holds the files that are the host's own.
#
#   host.sh FOLDER NAME
#
# SIGTERM reboots the host: the daemons end, and with this process everything else.
set -euo pipefail
shopt -s nullglob

readonly own=$1 name=$2

# Makes the files of the machine read-only here, and puts those of the host at the standard places.
mount_files() {
  local disk device
  mount --bind "$own/etc" /etc/ceph
  mount --bind "$own/lib" /var/lib/ceph
  mount --bind "$own/sbin" /usr/local/sbin
  mount -o remount,bind,ro /
  mount -t tmpfs -o mode=1777 tmpfs /tmp
  mount -t tmpfs -o mode=1777 tmpfs /var/tmp
  mount -t tmpfs -o mode=755 tmpfs /run
  mkdir -p -m 1777 /run/ceph /run/lock
  mkdir -p /run/sshd /run/udev/data
  mount -t tmpfs -o mode=755 tmpfs /dev
  mkdir -m 1777 /dev/shm
  ln -s /proc/self/fd /dev/fd
  mknod -m 666 /dev/null c 1 3
  mknod -m 666 /dev/zero c 1 5
  mknod -m 666 /dev/random c 1 8
  mknod -m 666 /dev/urandom c 1 9
  read -r disk device </etc/ceph/disk
  mknod -m 660 "/dev/$disk" b "${device%:*}" "${device#*:}"
  # No udevd runs here, whose records ceph-volume reads.
  printf 'I:1\nE:DEVNAME=/dev/%s\n' "$disk" >"/run/udev/data/b$device"
}

# Starts the daemons whose data is on this host, as the units of Ceph's packages do. An OSD that was removed leaves its
# empty folder.
start_daemons() {
  local kind data
  for kind in mon mgr osd mds; do
    for data in "/var/lib/ceph/$kind"/ceph-*; do
      if [[ -e $data/keyring ]]; then "ceph-$kind" -i "${data##*/ceph-}" & fi
    done
    wait
  done
}

shut_down() {
  local patience=40 # tenths of a second; a metadata server takes longer, and has a journal
  kill -TERM -1 2>/dev/null || true
  while ((patience-- > 0)) && pgrep -x 'ceph-(mon|mgr|osd)' >/dev/null; do sleep 0.1; done
  exit 0
}

# The files of processes are still those of the machine.
read -r outside _ </proc/self/stat
mount -t proc proc /proc
mount --bind "$own/log" /var/log/ceph
exec >/var/log/ceph/boot.log 2>&1 </dev/null
mount_files
hostname "$name"
echo "$outside" >/etc/ceph/pid
trap shut_down TERM
/usr/sbin/sshd -f /etc/ceph/sshd_config
start_daemons
while :; do
  sleep 3600 &
  wait $! || true
done
