"""The parts of the helper (librbd, libcephfs, OSDs, host). Each is loaded by its first call.

A call may wait for as long as data or a daemon that it needs is unavailable. So each part has threads of its own, and its
waiting calls do not block anything else.
"""

import concurrent.futures
import errno
import importlib
import threading
import time

MODULES = {"images": "helper_images", "files": "helper_files", "osds": "helper_osds", "host": "helper_host"}
# Calls that inspect or cancel jobs, and must not wait for a free thread.
IMMEDIATE = ("images.job", "images.cancel")
WORKERS = 8
# Less than the time after which the parent process kills this one.
ENDING_SECONDS = 0.7


class Parts:
    def __init__(self, cluster):
        self._cluster = cluster
        self._lock = threading.Lock()
        self._loaded = {}
        self._workers = {part: concurrent.futures.ThreadPoolExecutor(WORKERS) for part in MODULES}

    def workers(self, request):
        """Returns the threads for a call that may wait; None for other requests."""
        call = request.get("call", "")
        return None if call in IMMEDIATE else self._workers.get(call.partition(".")[0])

    def answer(self, request, received):
        # The parent process has given up on this call, so it must not take effect.
        if time.monotonic() - received > request["within"]:
            raise OSError(errno.ETIMEDOUT, "was not started in time")
        part, _, name = request["call"].partition(".")
        return self._get(part).call(name, request["with"])

    def _get(self, part):
        with self._lock:
            if part not in self._loaded:
                self._loaded[part] = self._load(MODULES[part])
            return self._loaded[part]

    def _load(self, module):
        try:
            return importlib.import_module(module).Part(self._cluster)
        except ModuleNotFoundError as failure:
            missing = f"install the package python3-{failure.name} on the server of this service"
            raise OSError(errno.ENOTSUP, missing) from failure

    def end(self):
        """Releases resources that the cluster would otherwise keep for this process until they expire."""
        for part in self._loaded.values():
            ending = threading.Thread(target=part.end, daemon=True)
            ending.start()
            ending.join(ENDING_SECONDS)
