"""Copies of files and directories, for helper_files.py.

Clients may move directories while they are copied. So each entry is copied by its name relative to the mount's working
directory, after a check that this is still the expected directory.
"""

import os
import stat

import cephfs
from helper_paths import LONGEST_PATH, encode

NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL


class Copies:
    def copy(self, source, target):
        """Copies an entry with its owner, mode and pool. Source and target have the keys `directory`, `ino` and `name`.

        Returns the remaining work: `handle` and `size` of a file whose content is to be copied, or the inodes of a
        directory and its copy; nothing for a link. `skipped` means that the entry no longer exists, or is a device,
        pipe or socket.
        """
        name = encode(source["name"])
        with self._inside:
            try:
                self._enter(source["directory"], source["ino"])
                found = self._fs.lstat(name)
            except cephfs.ObjectNotFound:
                return {"skipped": True}
            for is_kind, copy in (
                (stat.S_ISREG, self._copy_file),
                (stat.S_ISDIR, self._copy_directory),
                (stat.S_ISLNK, self._copy_link),
            ):
                if is_kind(found.st_mode):
                    return copy(name, found, target)
            return {"skipped": True}

    def _copy_file(self, name, found, target):
        source = self._fs.open(name, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            self._enter(target["directory"], target["ino"])
            copy = self._fs.open(encode(target["name"]), NEW_FILE, 0o600)
        except cephfs.Error:
            self._fs.close(source)
            raise
        handle = self._remember((source, copy), self._close_both)
        self._set_pool(copy, self._fs.get_layout(source)["pool_name"])
        self._fs.fchown(copy, found.st_uid, found.st_gid)
        self._fs.fchmod(copy, stat.S_IMODE(found.st_mode))
        return {"handle": handle, "size": found.st_size}

    def _close_both(self, files):
        for file in files:
            self._fs.close(file)

    def copy_content(self, handle, offset, length):
        """Copies bytes of an open file and returns their number, 0 at its end. Zeroes become a hole."""
        source, copy = self._opened(handle)
        content = self._fs.read(source, offset, length)
        if content == bytes(len(content)):
            self._fs.ftruncate(copy, offset + len(content))
        else:
            self._write(copy, content, offset)
        return len(content)

    def _copy_directory(self, name, found, target):
        pool = self._attribute(name, "ceph.dir.layout.pool")
        self._enter(target["directory"], target["ino"])
        copy = encode(target["name"])
        self._fs.mkdir(copy, 0o700)
        if pool is not None:
            self._fs.lsetxattr(copy, "ceph.dir.layout.pool", pool.encode(), 0)
        ino = self._fs.lstat(copy).st_ino
        self._fs.lchown(copy, found.st_uid, found.st_gid)
        self._fs.lchmod(copy, stat.S_IMODE(found.st_mode))
        return {"ino": str(found.st_ino), "copyIno": str(ino)}

    def _copy_link(self, name, found, target):
        link = self._fs.readlink(name, LONGEST_PATH)
        self._enter(target["directory"], target["ino"])
        copy = encode(target["name"])
        self._fs.symlink(link, copy)
        self._fs.lchown(copy, found.st_uid, found.st_gid)
        return {}
