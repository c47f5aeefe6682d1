"""Copies of files and directories, for helper_files.py.

Others may rearrange directories while they are copied. So each entry is copied from one directory to the other
by its name, while the mount is inside of them and has seen that they are still the same.
"""

import os
import stat

import cephfs
from helper_paths import LONGEST_PATH, encode

NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL


class Copies:
    def copy(self, source, target):
        """Copies an entry with its owner, mode and pool; both are given by `directory`, `ino` and `name`.

        Gives what is left to do: `handle` and `size` of a file's content, or the inodes of a directory and of
        its copy. Nothing of that is there for a link. What is gone or has no content that could be copied is `skipped`.
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
        """Copies bytes of an open file and gives their number, 0 at its end. Zeroes become a hole."""
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
