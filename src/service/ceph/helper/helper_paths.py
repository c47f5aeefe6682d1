"""Converts paths between the strings of the parent process and the bytes of Ceph."""

LONGEST_PATH = 4096  # PATH_MAX of Linux


def encode(path):
    return path.encode(errors="surrogateescape")


def decode(name):
    return name.decode(errors="surrogateescape")


def join(directory, name):
    return directory.rstrip(b"/") + b"/" + name
