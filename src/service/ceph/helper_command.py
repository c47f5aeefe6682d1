"""The cluster through the `ceph` command, where Python has no librados: each command is a process, and no log comes by itself."""

import errno
import json
import math
import re
import shutil
import signal
import subprocess
import threading
import time

# Each is a Python of its own.
AT_ONCE = 4
CONNECT_SECONDS = 10
# Less than the parent waits for before it takes this process for one that hangs; with the wait for a turn.
ANSWER_SECONDS = 25
# The status of timeout(1) for a command that it has ended.
TIMED_OUT = 124
ITS_OWN = {"id", "key", "name", "user"}
_slots = threading.BoundedSemaphore(AT_ONCE)
# These tell how the cluster is, and do not wait for those that hang with a manager.
FIRST = {"status", "osd stat", "health"}
_first = threading.BoundedSemaphore(len(FIRST))


def is_installed():
    return shutil.which("ceph") is not None


def _text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def words_of(command):
    """The words of a command and its arguments, by their names; in their order up to one whose name is the program's own."""
    arguments = [(key, value) for key, value in command.items() if key != "prefix"]
    bare = max((place + 1 for place, (key, _) in enumerate(arguments) if key in ITS_OWN), default=0)
    words = command["prefix"].split()
    for place, (key, value) in enumerate(arguments):
        for one in value if isinstance(value, list) else [value]:
            if place < bare and _text(one).startswith("-"):
                raise OSError(errno.EINVAL, f"{key} must not begin with a dash")
            words.append(_text(one) if place < bare else f"--{key}={_text(one)}")
    return words


class CommandLine:
    """Answers as a connection of librados does."""

    def __init__(self, conffile, name, conf):
        place = ["--conf", conffile] if conffile else []
        settings = [f"--{key}={value}" for key, value in conf.items()]
        self._start = ["ceph", *place, "--name", name, "--connect-timeout", str(CONNECT_SECONDS), *settings]

    def mon_command(self, text, data):
        command = json.loads(text)
        return self._run(words_of(command), data, _first if command["prefix"] in FIRST else _slots)

    def osd_command(self, osd, text, data):
        return self._run(["tell", f"osd.{osd}", *words_of(json.loads(text))], data)

    def wait_for_latest_osdmap(self):
        pass  # a new process has it

    def _run(self, words, data, slots=_slots):
        given = ["-i", "-"] if data else []
        until = time.monotonic() + ANSWER_SECONDS
        if not slots.acquire(timeout=ANSWER_SECONDS):
            return -errno.ETIMEDOUT, b"", "other ceph commands did not end in time"
        try:
            # It ends in time also when this process is no more, which it would wait for no less than for a manager that hangs.
            limit = ["timeout", "--kill-after=1", str(math.ceil(until - time.monotonic()))]
            done = subprocess.run(
                [*limit, *self._start, *given, *words],
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        finally:
            slots.release()
        if done.returncode in (TIMED_OUT, -signal.SIGKILL):
            return -errno.ETIMEDOUT, b"", "the ceph command did not end in time"
        said = done.stderr.decode(errors="replace").strip().splitlines()
        outs = re.sub(r"^Error \w+: ", "", said[-1]) if said else ""
        return -done.returncode, done.stdout if done.returncode == 0 else b"", outs
