"""Finds the Ceph daemons of this machine. As a program of its own, it starts daemons later: `MARK SECONDS osd.3 mds.a`."""

import os
import subprocess
import sys
import time


def daemon_of(kind, arguments):
    """Returns the id of the Ceph daemon with these arguments, if it is of this kind; otherwise None."""
    if os.path.basename(arguments[0]) != f"ceph-{kind}":
        return None
    for flag, value in zip(arguments, arguments[1:]):
        if flag in ("-i", "--id"):
            return value
        if flag in ("-n", "--name") and value.startswith(f"{kind}."):
            return value[len(kind) + 1 :]
    return None


def processes_with(matches):
    """Returns the processes whose arguments match."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    arguments = file.read().decode(errors="replace").split("\0")
            except OSError:
                continue
            if matches(arguments):
                found.append(name)
    return found


def processes_of(kind, identity):
    """Returns the processes of a daemon; they may belong to different clusters."""
    return processes_with(lambda arguments: daemon_of(kind, arguments) == identity)


def main(_mark, seconds, *daemons):
    time.sleep(float(seconds))
    for daemon in daemons:
        kind, _, identity = daemon.partition(".")
        # Two metadata servers with the same id would replace each other.
        if not processes_of(kind, identity):
            subprocess.run([f"ceph-{kind}", "-i", identity], check=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
