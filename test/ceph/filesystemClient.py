"""Accesses a CephFS for the tests as an independent client, and prints the result as JSON.

Usage: filesystemClient.py CONF OPERATION PATH [NAME]
"""

import hashlib
import json
import sys

import cephfs

conf, operation, path, *names = sys.argv[1:]
fs = cephfs.LibCephFS(conffile=conf, auth_id="admin")
fs.mount()


def stat(path):
    found = fs.lstat(path)
    return {
        "mode": oct(found.st_mode),
        "uid": found.st_uid,
        "gid": found.st_gid,
        "size": found.st_size,
    }


def content(path):
    fd = fs.open(path, "r")
    return fs.read(fd, 0, 2**20).decode()


def checksum(path):
    fd, digest, offset = fs.open(path, "r"), hashlib.md5(), 0
    while some := fs.read(fd, offset, 2**22):
        digest.update(some)
        offset += len(some)
    return digest.hexdigest()


def attribute(path, name):
    try:
        return fs.getxattr(path, name).decode()
    except cephfs.NoData:
        return None


def names_in(path):
    directory = fs.opendir(path)
    found = []
    while (entry := fs.readdir(directory)) is not None:
        found.append(entry.d_name.decode(errors="replace"))
    return sorted(set(found) - {".", ".."})


OPERATIONS = {
    "stat": stat,
    "content": content,
    "checksum": checksum,
    "rename": fs.rename,
    "attribute": attribute,
    "names": names_in,
    "link": lambda path, target: fs.symlink(target, path),
    "mkdir": lambda path: fs.mkdir(path, 0o755),
    "unnameable": lambda path: fs.mkdir(path.encode() + b"/\xff", 0o755),
    "pipe": lambda path: fs.mknod(path, 0o010644),
    "readlink": lambda path: fs.readlink(path, 4096).decode(),
}
print(json.dumps(OPERATIONS[operation](path, *names)))
fs.shutdown()
