"""Runs Ceph commands and calls of librbd and libcephfs for the parent process.

Input and output are JSON objects, one per line. The first input line names the cluster, or is null for none. All others are
requests:

    {"conf": "/etc/ceph/ceph.conf", "name": "client.admin", "settings": {"rados_mon_op_timeout": "8"}}
    {"id": 1, "command": {"prefix": "status", "format": "json"}}                      to the monitors
    {"id": 2, "command": {"prefix": "bench"}, "target": "osd.3"}                      to one OSD
    {"id": 8, "command": {"prefix": "orch ps"}, "target": "mgr"}                      to the active manager; no time limit
    {"id": 3, "command": {"prefix": "osd dump", "format": "json"}, "only": ["flags"]} only these keys of the answer
    {"id": 4, "summary": "pg states"}                                                 see SUMMARIES
    {"id": 6, "command": {"prefix": "osd setcrushmap"}, "input": "AAAB..."}           input data in base64
    {"id": 7, "command": {"prefix": "osd getcrushmap"}, "binary": true}               the answer as raw bytes
    {"id": 5, "call": "images.names", "with": {"pool": "rbd"}, "within": 20}          see helper_parts.py; seconds
    {"ping": true}                          answered with {"pong": true} at once, whatever else is being done

A line with "bytes", in either direction, is followed by as many raw bytes, such as the content of a file. The output begins
with `{"hello": {"protocol": 1, "by": "librados" or "ceph"}}`. Then come `{"id", "rc", "outs", "text" or "data"}` for each
request, in any order (rc is 0 or a negative errno, outs is Ceph's message, "unconnected" means that there is no connection
to the cluster), and `{"log": {...}}` for each line of the cluster log. The program ends only when its standard input ends.
"""

import base64
import concurrent.futures
import contextlib
import ctypes
import errno
import json
import os
import re
import signal
import sys
import threading
import time
import uuid

from helper_command import CommandLine, is_installed
from helper_groups import oldest_scrubs, pg_states
from helper_parts import Parts
from helper_recovery import queued_groups, recovery_queues

try:
    import rados
except ModuleNotFoundError:
    rados = None

PROTOCOL = 1
WORKERS = 16
# Commands whose answers grow with the cluster. They have a few threads of their own, so that others do not wait for them.
LARGE = {"node ls", "osd df", "osd dump", "osd metadata", "osd perf", "osd tree"}
LARGE_WORKERS = 3
# Commands for the manager may take many minutes.
MANAGER_WORKERS = 8
RECONNECT_SECONDS = 1

_writing = threading.Lock()


def send(message, payload=b""):
    line = json.dumps(message).encode() + b"\n"
    # Nobody reads any more when the parent was killed. The input ends then, too, and with it the program.
    with _writing, contextlib.suppress(BrokenPipeError):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.write(payload)
        sys.stdout.buffer.flush()


def send_log(_, _line, channel, name, _who, seconds, nanoseconds, seq, level, message):
    send(
        {
            "log": {
                "channel": channel.decode(),
                "name": name.decode(errors="replace"),
                "seconds": seconds,
                "microseconds": nanoseconds // 1000,
                "seq": seq,
                "level": level.decode(),
                "message": message.decode(errors="replace"),
            }
        }
    )


def check_cluster(named, fsid):
    """Fails if the configuration names another cluster than the one that answers; librados does not check this."""
    if uuid.UUID(named or "0" * 32).int != 0 and uuid.UUID(named) != uuid.UUID(fsid):
        raise OSError(errno.EINVAL, f"the configuration names the cluster {named}, but {fsid} answers")


class Cluster:
    """The connection to the cluster. Once it is made, librados keeps it alive, even when monitors restart."""

    def __init__(self, conf=None, name="client.admin", settings=None, listens=True):
        self.options = {"conffile": conf or "", "name": name, "conf": settings or {}}
        self._listens = listens
        self._lock = threading.Lock()
        self._connected = None
        self._failure = None
        self._failed_at = 0.0

    def get(self):
        """Returns the connection, or raises the exception of the latest attempt: callers that wait share one attempt."""
        if self._connected is not None:
            return self._connected
        asked = time.monotonic()
        with self._lock:
            if self._connected is None:
                if self._failure is not None and self._failed_at >= asked - RECONNECT_SECONDS:
                    raise self._failure
                try:
                    self._connected = self._connect()
                except Exception as failure:
                    self._failure, self._failed_at = failure, time.monotonic()
                    raise
            return self._connected

    def _connect(self):
        if rados is None:
            return self._connect_by_command()
        connection = rados.Rados(**self.options)
        try:
            named = connection.conf_get("fsid")
            connection.connect()
            check_cluster(named, connection.get_fsid())
            if self._listens:
                connection.monitor_log2("info", send_log, 0)
        except Exception:
            connection.shutdown()
            raise
        return connection

    def _connect_by_command(self):
        if not is_installed():
            raise ModuleNotFoundError("No module named 'rados', and no ceph command either")
        line = CommandLine(**self.options)
        rc, _, outs = line.mon_command('{"prefix": "fsid"}', b"")
        if rc != 0:
            raise OSError(-rc, outs)
        return line

    def keep_trying(self):
        """Connects as soon as possible, so that the cluster log arrives even before the first request."""
        while True:
            try:
                self.get()
                return
            except Exception:
                time.sleep(RECONNECT_SECONDS)


def without_limit(conf=None, name="client.admin", settings=None):
    """Returns a second cluster connection, whose commands for the manager have no time limit.

    Rados.mgr_command must not have one: after a timeout it leaves a pointer to a dead stack frame, and the process crashes
    when the manager answers.
    """
    return Cluster(conf, name, {**(settings or {}), "rados_mon_op_timeout": "0"}, listens=False)


def run_command(connection, target, command, data=b""):
    # Most commands for the manager go to the monitors, which forward them. A client that changes to another monitor sends
    # them again, so that the manager runs them twice.
    text = json.dumps(command)
    if target == "mon":
        return connection.mon_command(text, data)
    if target == "mgr":
        return connection.mgr_command(text, data)
    kind, _, number = target.partition(".")
    if kind == "osd" and number.isdigit():
        return connection.osd_command(int(number), text, b"")
    return -errno.EINVAL, b"", f"unknown target {target!r}"


class CommandFailed(Exception):
    def __init__(self, rc, outs):
        super().__init__(outs)
        self.rc = rc


def query(connection, **command):
    """Returns the monitors' parsed answer to a command."""
    rc, out, outs = run_command(connection, "mon", {**command, "format": "json"})
    if rc != 0:
        raise CommandFailed(rc, outs)
    return json.loads(out)


def options(connection):
    """Returns the answers of `config help` for all options, about two thousand."""
    names = query(connection, prefix="config ls")
    return [query(connection, prefix="config help", key=name) for name in names]


def dumped(connection, content, key="pg_stats"):
    """Returns a list in `pg dump`: of placement groups with "pgs" 2 KB for each, with "pgs_brief" a tenth of that."""
    dump = query(connection, prefix="pg dump", dumpcontents=[content])
    return dump[key] if isinstance(dump, dict) else dump


def states_and_recovery(connection):
    groups = dumped(connection, "pgs_brief")
    queued = queued_groups(groups)
    recovery = {"recovery": recovery_queues(queued, dumped(connection, "pools", "pool_stats"))} if queued else {}
    return {**pg_states(groups), **recovery}


SUMMARIES = {
    "pg states": states_and_recovery,
    "oldest scrubs": lambda connection: oldest_scrubs(dumped(connection, "pgs")),
    "options": options,
}


def pick(value, keys):
    if isinstance(value, list):
        return [pick(item, keys) for item in value]
    return {key: value[key] for key in keys if key in value}


def error_number(failure):
    return -abs(getattr(failure, "errno", None) or errno.EIO)


def answer(cluster, parts, request, received):
    if request.get("call", "").startswith("host."):
        return {"rc": 0, "outs": "", "data": parts.answer(request, received)}
    try:
        connection = cluster.get()
    except Exception as failure:
        return {"rc": error_number(failure), "outs": message_of(failure), "unconnected": True}
    if "call" in request:
        return {"rc": 0, "outs": "", "data": parts.answer(request, received)}
    if "summary" in request:
        return {"rc": 0, "outs": "", "data": SUMMARIES[request["summary"]](connection)}
    data = base64.b64decode(request.get("input", ""))
    rc, out, outs = run_command(connection, request.get("target", "mon"), request["command"], data)
    if rc == 0 and request.get("binary"):
        return {"rc": rc, "outs": outs, "data": out}
    if rc == 0 and "only" in request:
        return {"rc": rc, "outs": outs, "data": pick(json.loads(out), request["only"])}
    return {"rc": rc, "outs": outs, "text": out.decode(errors="replace")}


def is_for_manager(request):
    return request.get("target") == "mgr"


def is_large(request):
    return "summary" in request or request.get("command", {}).get("prefix") in LARGE


def message_of(failure):
    """Returns the message of an exception without its error number."""
    return re.sub(r"^\[errno \d+\] | \[errno \d+\]$", "", str(failure), flags=re.I)


def failed(failure):
    if isinstance(failure, CommandFailed):
        return {"rc": failure.rc, "outs": str(failure)}
    # Exceptions of librados, librbd, libcephfs and this program have an error number.
    if getattr(failure, "errno", None) is None:
        return {"rc": -errno.EINVAL, "outs": f"{type(failure).__name__}: {failure}"}
    return {"rc": error_number(failure), "outs": message_of(failure)}


def release_memory():
    """Returns the memory of a large answer to the system, which the allocator would keep; only that of glibc can."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def serve(cluster, parts, request, received):
    try:
        reply = answer(cluster, parts, request, received)
    except Exception as failure:
        reply = failed(failure)
    if isinstance(reply.get("data"), bytes):
        payload = reply.pop("data")
        send({"id": request["id"], **reply, "bytes": len(payload)}, payload)
    else:
        send({"id": request["id"], **reply})
    if is_large(request):
        del reply
        release_memory()


def requests():
    """Yields the requests until the input ends. A parent that is killed may leave the last one incomplete."""
    for line in sys.stdin.buffer:
        if not line.endswith(b"\n"):
            return
        request = json.loads(line)
        if "bytes" in request:
            payload = sys.stdin.buffer.read(request["bytes"])
            if len(payload) < request["bytes"]:
                return
            request["with"]["payload"] = payload
        yield request


def main():
    # Ctrl-C in the terminal sends SIGINT to the whole process group; the parent process decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    send({"hello": {"protocol": PROTOCOL, "by": "ceph" if rados is None else "librados"}})
    access = json.loads(sys.stdin.buffer.readline())
    cluster = Cluster(**access or {})
    if access is not None:
        threading.Thread(target=cluster.keep_trying, daemon=True).start()
    manager = without_limit(**access or {})
    parts = Parts(cluster)
    small = concurrent.futures.ThreadPoolExecutor(WORKERS)
    large = concurrent.futures.ThreadPoolExecutor(LARGE_WORKERS)
    patient = concurrent.futures.ThreadPoolExecutor(MANAGER_WORKERS)
    for request in requests():
        if "ping" in request:
            send({"pong": True})
            continue
        if is_for_manager(request):
            patient.submit(serve, manager, parts, request, time.monotonic())
            continue
        chosen = parts.workers(request) or (large if is_large(request) else small)
        chosen.submit(serve, cluster, parts, request, time.monotonic())
    parts.end()
    os._exit(0)  # does not wait for pending calls, because nobody would read their answers
