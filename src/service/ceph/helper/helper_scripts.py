"""Runs scripts of the operator, for helper_host.py: each by a separate program (helper_script.py)."""

import errno
import importlib.util
import json
import subprocess
import sys
import threading

PROGRAM = "helper_script"
# Runs the program that follows on standard input after a line with its length in bytes.
LOAD = "import sys; exec(sys.stdin.buffer.read(int(sys.stdin.buffer.readline())))"


def input_of(program):
    """Returns the input with which LOAD runs one of the helper's modules."""
    text = importlib.util.find_spec(program).loader.get_source(program).encode()
    return b"%d\n%s" % (len(text), text)


class Scripts:
    def __init__(self, as_root, environment):
        self._argv = [*as_root, sys.executable, "-I", "-c", LOAD]
        self._environment = environment
        self._lock = threading.Lock()
        # The programs by the names of their runs; None for a run that was ended before it started.
        self._programs = {}

    def run(self, run, payload, **order):
        """Runs a script and returns its result. The script is killed when this process ends."""
        with self._lock:
            if run in self._programs:
                del self._programs[run]
                return {"ending": {"kind": "exited", "code": 0}, "stopped": "request", "output": ""}
            program = self._programs[run] = subprocess.Popen(
                self._argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=self._environment,
            )
        try:
            self._order(program, {**order, "bytes": len(payload)}, payload)
            lines = program.stdout.read().decode(errors="replace").strip().splitlines()
            program.wait()
        finally:
            with self._lock:
                del self._programs[run]
            self._close_input(program)
        try:
            return json.loads(lines[-1])
        except (IndexError, ValueError) as failure:
            raise OSError(errno.EIO, lines[-1] if lines else "the program that runs scripts has exited") from failure

    def end(self, run):
        """Ends a run: its program kills the script when its input is closed."""
        with self._lock:
            program = self._programs.setdefault(run, None)
        if program:
            self._close_input(program)

    @staticmethod
    def _order(program, order, script):
        try:
            program.stdin.write(b"%s%s\n%s" % (input_of(PROGRAM), json.dumps(order).encode(), script))
            program.stdin.flush()
        except (OSError, ValueError):
            pass  # the program has ended; its output gives the reason

    @staticmethod
    def _close_input(program):
        try:
            program.stdin.close()
        except OSError:
            pass  # the program has ended
