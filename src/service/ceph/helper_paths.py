"""Paths as they travel to the parent process and back, and as Ceph takes them."""

LONGEST_PATH = 4096  # PATH_MAX of Linux


def encode(path):
    return path.encode(errors="surrogateescape")


def decode(name):
    return name.decode(errors="surrogateescape")


def join(directory, name):
    return directory.rstrip(b"/") + b"/" + name
