"""Runs commands through the `ceph` program if Python has no librados: one process per command, and no live cluster log."""

import errno
import json
import math
import re
import shutil
import signal
import subprocess
import threading
import time

# The number of concurrent commands; each is a Python process.
AT_ONCE = 4
CONNECT_SECONDS = 10
# The timeout of a command, including the wait for a slot: less than the time after which the parent kills this process.
ANSWER_SECONDS = 25
# That of a command for the manager, which may start containers.
MANAGER_SECONDS = 900
# The exit status of timeout(1) for a command that it has killed.
TIMED_OUT = 124
# Arguments whose names are also options of the `ceph` program itself.
OWN_OPTIONS = {"id", "key", "name", "user"}
_slots = threading.BoundedSemaphore(AT_ONCE)
# Commands that tell the state of the cluster. They have slots of their own, so that they never wait for other commands.
STATUS_COMMANDS = {"status", "osd stat", "health"}
_status_slots = threading.BoundedSemaphore(len(STATUS_COMMANDS))
_manager_slots = threading.BoundedSemaphore(AT_ONCE)


def is_installed():
    return shutil.which("ceph") is not None


def _text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def words_of(command):
    """Returns the arguments of the `ceph` program for a command.

    Arguments are given as options, but up to the last one that the program would take as its own option, by position.
    """
    arguments = [(key, value) for key, value in command.items() if key != "prefix"]
    bare = max((place + 1 for place, (key, _) in enumerate(arguments) if key in OWN_OPTIONS), default=0)
    words = command["prefix"].split()
    for place, (key, value) in enumerate(arguments):
        for one in value if isinstance(value, list) else [value]:
            if place < bare and _text(one).startswith("-"):
                raise OSError(errno.EINVAL, f"{key} must not begin with a dash")
            words.append(_text(one) if place < bare else f"--{key}={_text(one)}")
    return words


class CommandLine:
    """Has the methods of a librados connection that the helper uses."""

    def __init__(self, conffile, name, conf):
        place = ["--conf", conffile] if conffile else []
        settings = [f"--{key}={value}" for key, value in conf.items()]
        self._start = ["ceph", *place, "--name", name, "--connect-timeout", str(CONNECT_SECONDS), *settings]

    def mon_command(self, text, data):
        command = json.loads(text)
        slots = _status_slots if command["prefix"] in STATUS_COMMANDS else _slots
        return self._run(words_of(command), data, slots)

    def mgr_command(self, text, data):
        return self._run(words_of(json.loads(text)), data, _manager_slots, MANAGER_SECONDS)

    def osd_command(self, osd, text, data):
        return self._run(["tell", f"osd.{osd}", *words_of(json.loads(text))], data)

    def pg_command(self, group, text, data):
        command = {key: value for key, value in json.loads(text).items() if key != "pgid"}
        return self._run(["pg", group, *words_of(command)], data)

    def wait_for_latest_osdmap(self):
        pass  # each command is a new process, which has the latest map

    def _run(self, words, data, slots=_slots, seconds=None):
        input_option = ["-i", "-"] if data else []
        seconds = seconds or ANSWER_SECONDS
        until = time.monotonic() + seconds
        if not slots.acquire(timeout=seconds):
            return -errno.ETIMEDOUT, b"", "other ceph commands did not finish in time"
        try:
            # timeout(1) kills the command even if this process has died; `ceph` itself may wait forever for a manager.
            limit = ["timeout", "--kill-after=1", str(math.ceil(until - time.monotonic()))]
            done = subprocess.run(
                [*limit, *self._start, *input_option, *words],
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        finally:
            slots.release()
        if done.returncode in (TIMED_OUT, -signal.SIGKILL):
            return -errno.ETIMEDOUT, b"", "the ceph command did not finish in time"
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        if lines and lines[0].startswith("no valid command found"):
            lines = ["command not known"]  # as the monitors answer
        outs = re.sub(r"^Error \w+: ", "", lines[-1]) if lines else ""
        return -done.returncode, done.stdout if done.returncode == 0 else b"", outs
