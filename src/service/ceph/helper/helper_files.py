"""Files through libcephfs: the part of the helper for calls named `files.…`.

Every public method of Mount is a call with the arguments of the request; the additional argument `filesystem` is the name
and the id of the filesystem. Paths are absolute. Names that are not UTF-8 are sent with surrogate escapes (PEP 383). A
file or directory that stays open between calls has a handle.
"""

import contextlib
import errno
import os
import secrets
import stat
import threading

import cephfs
from helper_copies import NEW_FILE, Copies
from helper_paths import LONGEST_PATH, decode, encode, join

SETTINGS = {
    # The service has the permissions of root in the filesystem, whatever user it runs as.
    "client_mount_uid": "0",
    "client_mount_gid": "0",
    "client_permissions": "false",
    # No object cache: data is on disks when a write returns, and the cache uses no memory.
    "client_oc": "false",
}
# The errors after the metadata servers have evicted this client: it must mount the filesystem again.
LOST = (errno.ESHUTDOWN, errno.ENOTCONN)
MAX_LINKS = 40  # MAXSYMLINKS of Linux
ROOT = 1  # the inode of every filesystem's root


def as_int(number):
    """Converts an unsigned 32-bit id to the signed integer that libcephfs expects."""
    return number if number < 2**31 else number - 2**32


class Mount(Copies):
    def __init__(self, cluster, filesystem):
        options = cluster.options
        self._fs = cephfs.LibCephFS(
            conffile=options["conffile"],
            conf={**options["conf"], **SETTINGS},
            auth_id=options["name"].partition(".")[2],
        )
        self._fs.mount(b"/", filesystem.encode())
        self._open = {}
        # Protects the mount's working directory, which only the holder of this lock may use.
        self._inside = threading.Lock()

    def _remember(self, what, close):
        # A random handle: after a restart of the helper, a counter could reuse the handle of another file.
        handle = secrets.token_hex(8)
        self._open[handle] = (what, close)
        return handle

    def _opened(self, handle):
        if handle not in self._open:
            raise OSError(errno.EBADF, "the connection to the filesystem was lost")
        return self._open[handle][0]

    def close(self, handle):
        if handle in self._open:
            what, close = self._open.pop(handle)
            close(what)

    def _enter(self, directory, ino):
        """Changes into a directory, and checks its inode: the path may lead to another directory by now."""
        self._fs.chdir(encode(directory))
        if str(self._fs.stat(b".").st_ino) != ino:
            raise OSError(errno.ESTALE, "the directory was replaced meanwhile")

    # ---- reading

    def stat(self, path, follow=False):
        return self._entry(encode(path), 0 if follow else cephfs.AT_SYMLINK_NOFOLLOW)

    def stat_if_there(self, path, follow=False):
        try:
            return self.stat(path, follow)
        except cephfs.ObjectNotFound:
            return None

    def _entry(self, path, flags):
        found = self._fs.statx(path, cephfs.CEPH_STATX_BASIC_STATS, flags)
        return {
            **{key: found[key] for key in ("mode", "uid", "gid", "size")},
            "ino": str(found["ino"]),
            "modified": int(found["mtime"].timestamp()),
            **(self._sums(path) if stat.S_ISDIR(found["mode"]) else {}),
        }

    def _sums(self, path):
        """Returns the recursive counts of files and directories; Ceph counts the directory itself, too."""
        files, subdirs = (self._fs.getxattr(path, f"ceph.dir.r{what}") for what in ("files", "subdirs"))
        return {"files": int(files), "subdirs": max(0, int(subdirs) - 1)}

    def resolve(self, path):
        """Follows the links at the end of a path. Nothing need exist at the resulting path."""
        path = encode(path)
        for _ in range(MAX_LINKS):
            try:
                if not stat.S_ISLNK(self._fs.lstat(path).st_mode):
                    return decode(path)
            except cephfs.ObjectNotFound:
                return decode(path)
            path = os.path.join(os.path.dirname(path), self._fs.readlink(path, LONGEST_PATH))
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))

    def inos_above(self, path):
        """Returns the inodes of a directory and of its parents."""
        path, inos = encode(path), []
        while ROOT not in inos:
            inos.append(self._fs.stat(path).st_ino)
            path = join(path, b"..")
        return [str(ino) for ino in inos]

    def open_directory(self, path, ino):
        with self._inside:
            self._enter(path, ino)
            return self._remember((encode(path), self._fs.opendir(b".")), lambda it: self._fs.closedir(it[1]))

    def read_directory(self, handle, limit, stats=False):
        """Returns the next entries of an open directory; none at its end."""
        path, directory = self._opened(handle)
        entries = []
        while len(entries) < limit:
            found = self._fs.readdir(directory)
            if found is None:
                break
            entry = {"name": decode(found.d_name), "ino": str(found.d_ino), "directory": found.is_dir()}
            if found.d_name in (b".", b".."):
                continue
            with contextlib.suppress(cephfs.ObjectNotFound):
                more = self._entry(join(path, found.d_name), cephfs.AT_SYMLINK_NOFOLLOW) if stats else {}
                entries.append({**entry, **more})
        return entries

    # ---- attributes

    def attribute(self, path, name):
        """Returns the value of a virtual attribute; null if it is not set."""
        return self._attribute(encode(path), name)

    def _attribute(self, path, name):
        try:
            return self._fs.getxattr(path, name).decode(errors="replace")
        except cephfs.NoData:
            return None

    def layout(self, path):
        """Returns the pool of a file, or that of the nearest directory with one; the root always has one."""
        path = encode(path)
        pool = self._attribute(path, "ceph.file.layout.pool")
        if pool is None and not stat.S_ISDIR(self._fs.stat(path).st_mode):
            path = os.path.dirname(path)
        while pool is None:
            pool = self._attribute(path, "ceph.dir.layout.pool")
            path = join(path, b"..")
        return pool

    def set_attribute(self, path, name, value):
        self._fs.setxattr(encode(path), name, value.encode(), 0)

    def change(self, path, uid=-1, gid=-1, mode=None):
        path = encode(path)
        if (uid, gid) != (-1, -1):
            self._fs.chown(path, as_int(uid), as_int(gid))
        if mode is not None:  # after the owner, because changing that clears the set-user-ID bit
            self._fs.chmod(path, mode)

    # ---- names

    def make_directory(self, path):
        self._fs.mkdir(encode(path), 0o755)

    def rename(self, path, to):
        self._fs.rename(encode(path), encode(to))

    def remove(self, directory, ino, names, directories=False):
        """Removes entries of a directory: files, or with `directories` directories. Returns those that are not empty."""
        left = []
        with self._inside:
            self._enter(directory, ino)
            for name in names:
                try:
                    (self._fs.rmdir if directories else self._fs.unlink)(encode(name))
                except cephfs.ObjectNotEmpty:
                    left.append(name)
                except cephfs.ObjectNotFound:
                    pass  # another client has removed it
        return left

    def remove_directory(self, path):
        self._fs.rmdir(encode(path))

    def remove_file(self, path):
        self._fs.unlink(encode(path))

    # ---- content

    def open(self, path):
        return self._remember(self._fs.open(encode(path), os.O_RDONLY), self._fs.close)

    def read(self, handle, offset, length):
        return self._fs.read(self._opened(handle), offset, length)

    def create(self, path, pool=None):
        """Opens a new file for writing."""
        target = self._fs.open(encode(path), NEW_FILE, 0o600)
        handle = self._remember(target, self._fs.close)
        if pool is not None:
            self._set_pool(target, pool)
        return handle

    def _set_pool(self, target, pool):
        if pool != self._fs.get_layout(target)["pool_name"]:
            self._fs.fsetxattr(target, "ceph.file.layout.pool", pool.encode(), 0)

    def write(self, handle, offset, payload):
        self._write(self._opened(handle), payload, offset)

    def _write(self, target, content, offset):
        while content:
            written = self._fs.write(target, content, offset)
            content, offset = content[written:], offset + written

    def close_flushed(self, handle):
        """Flushes a file to disks and closes it. Fails if some content could not be written."""
        try:
            self._fs.fsync(self._opened(handle), 0)
        finally:
            self.close(handle)

    def sync(self):
        self._fs.sync_fs()

    def end(self):
        self._fs.shutdown()


class Files:
    """Mounts a filesystem on the first call and keeps it mounted; mounts it again after it was lost."""

    def __init__(self, cluster):
        self._cluster = cluster
        self._lock = threading.Lock()
        self._where = None
        self._mount = None

    def call(self, name, arguments):
        where = arguments.pop("filesystem")
        mount = self._mounted(where)
        try:
            return getattr(mount, name)(**arguments)
        except cephfs.Error as failure:
            if abs(getattr(failure, "errno", None) or 0) not in LOST:
                raise
            self._forget(mount)
            if "handle" in arguments:
                raise
        return getattr(self._mounted(where), name)(**arguments)

    def _mounted(self, where):
        with self._lock:
            if self._mount is None or self._where != where:
                self._mount = None
                self._mount, self._where = Mount(self._cluster, where["name"]), where
            return self._mount

    def _forget(self, mount):
        """Drops a lost mount, which is released when the last call that uses it has ended."""
        with self._lock:
            if self._mount is mount:
                self._mount = None

    def end(self):
        """Releases the capabilities of this client, for which other clients would otherwise wait for a minute."""
        if self._mount is not None:
            self._mount.end()


Part = Files
