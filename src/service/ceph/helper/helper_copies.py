"""Copies of files and directories, for helper_files.py.

Clients may move directories while they are copied. So each entry is copied by its name relative to the mount's working
directory, after a check that this is still the expected directory. A file is copied under a temporary name, so that a file
with its own name is always whole.
"""

import contextlib
import errno
import os
import stat

import cephfs
from helper_paths import LONGEST_PATH, encode, join

NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL


def differs(found, there):
    """Tells if what is at the target's name after a restart cannot be a copy of the source as it is now."""
    if stat.S_IFMT(found.st_mode) != stat.S_IFMT(there.st_mode):
        return True
    return stat.S_ISREG(found.st_mode) and found.st_size != there.st_size


class Copies:
    def copy(self, source, target, temporary, resumed=False):
        """Copies an entry with its owner, mode and pool. Source and target have the keys `directory`, `ino` and `name`.

        Returns the remaining work: `handle` and `size` of a file whose content is to be copied to the name `temporary`,
        or the inode `ino` of a directory; both with `copyIno`, the inode of the copy; nothing for a link. `skipped` means
        that the entry no longer exists, or is a device, pipe or socket.

        With `resumed`, what was copied before a restart stays, and gets its owner and mode again, which may have been lost
        with the previous client: a file, then without `handle`, or a directory. `differs` means that something else has
        the target's name, which stays, too.
        """
        name = encode(source["name"])
        with self._inside:
            there = self._find(target) if resumed else None
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
                    if there and differs(found, there):
                        return {"differs": True}
                    return copy(name, found, target, temporary, there)
            return {"skipped": True}

    def _find(self, target):
        """Changes into the target's directory, and returns what has its name there; None if it is free."""
        self._enter(target["directory"], target["ino"])
        try:
            return self._fs.lstat(encode(target["name"]))
        except cephfs.ObjectNotFound:
            return None

    def _copy_file(self, name, found, target, temporary, there):
        if there:
            self._enter(target["directory"], target["ino"])
            self._set_owner(encode(target["name"]), found)
            return {"size": found.st_size}
        source = self._fs.open(name, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            self._enter(target["directory"], target["ino"])
            copy = self._fs.open(encode(temporary), NEW_FILE, 0o600)
        except cephfs.Error:
            self._fs.close(source)
            raise
        handle = self._remember((source, copy), self._close_both)
        self._set_pool(copy, self._fs.get_layout(source)["pool_name"])
        self._set_owner(encode(temporary), found)
        ino = self._fs.lstat(encode(temporary)).st_ino
        return {"handle": handle, "size": found.st_size, "copyIno": str(ino)}

    def _set_owner(self, copy, found):
        self._fs.lchown(copy, found.st_uid, found.st_gid)
        if not stat.S_ISLNK(found.st_mode):
            self._fs.lchmod(copy, stat.S_IMODE(found.st_mode))

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

    def finish_copy(self, handle, target, temporary):
        """Closes a copied file and gives it its own name, which must be free.

        This takes two steps: libcephfs cannot rename without replacing. A client that takes the name between them loses
        its file. A hard link would be safe, but would leave a stray inode to the metadata servers for each file.
        """
        self.close(handle)
        with self._inside:
            if self._find(target):
                raise OSError(errno.EEXIST, os.strerror(errno.EEXIST))
            self._fs.rename(encode(temporary), encode(target["name"]))

    def _copy_directory(self, name, found, target, temporary, there):
        pool = self._attribute(name, "ceph.dir.layout.pool")
        self._enter(target["directory"], target["ino"])
        copy = encode(target["name"])
        if there:
            with contextlib.suppress(cephfs.ObjectNotFound):
                self._fs.unlink(join(copy, encode(temporary)))
        else:
            self._fs.mkdir(copy, 0o700)
        if pool is not None:
            self._fs.lsetxattr(copy, "ceph.dir.layout.pool", pool.encode(), 0)
        ino = self._fs.lstat(copy).st_ino
        self._set_owner(copy, found)
        return {"ino": str(found.st_ino), "copyIno": str(ino)}

    def _copy_link(self, name, found, target, _temporary, there):
        link = self._fs.readlink(name, LONGEST_PATH)
        self._enter(target["directory"], target["ino"])
        copy = encode(target["name"])
        if not there:
            self._fs.symlink(link, copy)
        elif self._fs.readlink(copy, LONGEST_PATH) != link:
            return {"differs": True}
        self._set_owner(copy, found)
        return {}
