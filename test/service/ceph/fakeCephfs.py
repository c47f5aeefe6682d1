"""A fake libcephfs for the tests of the helper: a root directory with files in memory. It runs after cephfsErrors.py."""

import datetime
import sys
import time

contents = {b"/kept": b"", b"/wanted": b""}


class LibCephFS:
    mounts = 0

    def __init__(self, conffile, conf, auth_id):
        self.settings = {**conf, "auth_id": auth_id}
        self.evicted = False

    def mount(self, root, filesystem):
        LibCephFS.mounts += 1

    def shutdown(self):
        print("unmounted", file=sys.stderr, flush=True)

    def statx(self, path, mask, flags):
        if path == b"/slow":
            time.sleep(0.6)
        if path == b"/evict":
            self.evicted = LibCephFS.mounts == 1
        if self.evicted:
            raise OSError(108, "Cannot send after transport endpoint shutdown")
        if path != b"/" and path not in contents:
            raise ObjectNotFound(2, "No such file or directory")
        return {
            "mode": 0o100644,
            "uid": LibCephFS.mounts,
            "gid": 0,
            "size": len(contents.get(path, b"")),
            "ino": 2**60 + 1,
            "mtime": datetime.datetime.fromtimestamp(1000),
        }

    def open(self, path, flags, mode=0):
        return path

    def close(self, fd):
        pass

    def read(self, fd, offset, length):
        return contents[fd][offset : offset + length]

    def write(self, fd, content, offset):
        some = content[: 2**16]  # a real write may be partial, too
        contents[fd] = contents[fd][:offset] + some
        return len(some)

    def unlink(self, path):
        del contents[path]
