"""A libcephfs for the tests of the helper whose filesystem is the directory ROOT of this machine. Nobody is an owner.

It runs after cephfsErrors.py.
"""

import errno
import os

KINDS = {errno.ENOENT: ObjectNotFound, errno.ENOTEMPTY: ObjectNotEmpty}
ROOT = b""  # set by the test


def translated(call):
    """Makes the exceptions of a method those of libcephfs."""

    def run(*args):
        try:
            return call(*args)
        except EnvironmentError as failure:
            raise KINDS.get(failure.errno, OSError)(failure.errno, failure.strerror) from failure

    return run


class Layout(dict):
    def __missing__(self, key):
        return "data"


class LibCephFS:
    def __init__(self, conffile, conf, auth_id):
        self._inside = b"/"

    def mount(self, root, filesystem):
        pass

    def shutdown(self):
        pass

    def _at(self, path):
        path = path if path.startswith(b"/") else self._inside.rstrip(b"/") + b"/" + path
        return ROOT + path

    def chdir(self, path):
        self.stat(path)
        self._inside = path

    def _call(name):
        function = getattr(os, name)
        return translated(lambda self, path, *args: function(self._at(path), *args))

    stat, lstat, unlink, rmdir = map(_call, ("stat", "lstat", "unlink", "rmdir"))
    mkdir, lchmod = map(_call, ("mkdir", "chmod"))
    _readlink, _open = map(_call, ("readlink", "open"))

    def open(self, path, flags, mode=0):
        return self._open(path, flags, mode)

    def readlink(self, path, size):
        return self._readlink(path)

    @translated
    def rename(self, path, to):
        os.rename(self._at(path), self._at(to))

    @translated
    def symlink(self, content, path):
        os.symlink(content, self._at(path))

    def lchown(self, path, uid, gid):
        self.lstat(path)

    def close(self, fd):
        os.close(fd)

    def read(self, fd, offset, length):
        return os.pread(fd, length, offset)

    def write(self, fd, content, offset):
        return os.pwrite(fd, content, offset)

    def ftruncate(self, fd, size):
        os.ftruncate(fd, size)

    def get_layout(self, fd):
        return Layout()

    def getxattr(self, path, name):
        raise NoData(errno.ENODATA, "No data available")
