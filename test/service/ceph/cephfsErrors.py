"""The constants and errors of libcephfs, for its stand-ins in tests."""

AT_SYMLINK_NOFOLLOW = 1
CEPH_STATX_BASIC_STATS = 1


class Error(Exception):
    pass


class OSError(Error):
    def __init__(self, number, text):
        super().__init__(f"{text} [Errno {number}]")
        self.errno = number


class ObjectNotFound(OSError):
    pass


class ObjectNotEmpty(OSError):
    pass


class NoData(OSError):
    pass
