"""Parts of the helper (librbd, libcephfs, questions to OSDs, programs): each is loaded when it is first asked for.

A call may wait for as long as the cluster has lost the data or the daemon that it needs. So each
part has threads of its own, and what waits there holds up nothing else.
"""

import concurrent.futures
import errno
import importlib
import threading
import time

MODULES = {"images": "helper_images", "files": "helper_files", "osds": "helper_osds", "host": "helper_host"}
# These only look, and must not wait for what they look at.
IMMEDIATE = ("images.job", "images.cancel")
WORKERS = 8
# Less than the parent process waits for the end of this one.
ENDING_SECONDS = 0.7


class Parts:
    def __init__(self, cluster):
        self._cluster = cluster
        self._lock = threading.Lock()
        self._loaded = {}
        self._workers = {part: concurrent.futures.ThreadPoolExecutor(WORKERS) for part in MODULES}

    def workers(self, request):
        """The threads for a request, where it is a call that may wait."""
        call = request.get("call", "")
        return None if call in IMMEDIATE else self._workers.get(call.partition(".")[0])

    def answer(self, request, received):
        # Nobody waits for it any more, and would expect it to happen.
        if time.monotonic() - received > request["within"]:
            raise OSError(errno.ETIMEDOUT, "was not begun in time")
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
        """Ends what would otherwise be held for this process until the cluster gives up on it."""
        for part in self._loaded.values():
            ending = threading.Thread(target=part.end, daemon=True)
            ending.start()
            ending.join(ENDING_SECONDS)
