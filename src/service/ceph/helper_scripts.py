"""Scripts of the operator, for helper_host.py: each is run by a program of its own (helper_script.py)."""

import errno
import importlib.util
import json
import subprocess
import sys
import threading

PROGRAM = "helper_script"
# Runs the text that comes on standard input behind a line with the count of its bytes.
LOAD = "import sys; exec(sys.stdin.buffer.read(int(sys.stdin.buffer.readline())))"


class Scripts:
    def __init__(self, as_root, environment):
        self._argv = [*as_root, sys.executable, "-I", "-c", LOAD]
        self._environment = environment
        self._lock = threading.Lock()
        # By the names of the runs; None for one that was ended before it began.
        self._programs = {}

    def run(self, run, payload, **order):
        """Runs a script, and tells how it ended. Nothing goes on once this process has ended."""
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
            said = program.stdout.read().decode(errors="replace").strip().splitlines()
            program.wait()
        finally:
            with self._lock:
                del self._programs[run]
            self._let_go(program)
        try:
            return json.loads(said[-1])
        except (IndexError, ValueError) as failure:
            raise OSError(errno.EIO, said[-1] if said else "the program that runs scripts has ended") from failure

    def end(self, run):
        """Ends a run: its program sees the end of its input."""
        with self._lock:
            program = self._programs.setdefault(run, None)
        if program:
            self._let_go(program)

    @staticmethod
    def _order(program, order, script):
        text = importlib.util.find_spec(PROGRAM).loader.get_source(PROGRAM).encode()
        try:
            program.stdin.write(b"%d\n%s%s\n%s" % (len(text), text, json.dumps(order).encode(), script))
            program.stdin.flush()
        except (OSError, ValueError):
            pass  # it has ended, and says why

    @staticmethod
    def _let_go(program):
        try:
            program.stdin.close()
        except OSError:
            pass  # it has ended
