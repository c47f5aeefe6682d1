"""Reads or writes the first block of an iSCSI disk with libiscsi, whose own tools only inspect disks.

Usage: iscsiClient.py PORTAL TARGET LUN INITIATOR [USERNAME PASSWORD]

Writes standard input to the disk. If it is empty, prints the content of the block up to the first NUL.
"""

import ctypes
import ctypes.util
import sys

BLOCK = 512
NORMAL_SESSION = 2

lib = ctypes.CDLL(ctypes.util.find_library("iscsi"))
lib.iscsi_create_context.restype = ctypes.c_void_p
lib.iscsi_get_error.restype = ctypes.c_char_p
for reply in (lib.iscsi_read10_iov_sync, lib.iscsi_write10_iov_sync, lib.iscsi_synchronizecache10_sync):
    reply.restype = ctypes.POINTER(ctypes.c_int)


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


portal, target, lun, initiator, *account = sys.argv[1:]
content = sys.stdin.buffer.read()
context = ctypes.c_void_p(lib.iscsi_create_context(initiator.encode()))


def check(failed):
    """Exits with the last error of libiscsi if an operation failed."""
    if failed:
        sys.exit(lib.iscsi_get_error(context).decode())


def done(task):
    """Exits if the task failed; its first field is the SCSI status."""
    check(not task or task.contents.value != 0)


lib.iscsi_set_targetname(context, target.encode())
lib.iscsi_set_session_type(context, NORMAL_SESSION)
if account:
    check(lib.iscsi_set_initiator_username_pwd(context, *(part.encode() for part in account)))
check(lib.iscsi_full_connect_sync(context, portal.encode(), int(lun)))
buffer = ctypes.create_string_buffer(content, BLOCK)
vector = ctypes.byref(Vector(ctypes.addressof(buffer), BLOCK))
where = (context, int(lun), 0)
flags = (0, 0, 0, 0, 0)
if content:
    done(lib.iscsi_write10_iov_sync(*where, None, BLOCK, BLOCK, *flags, vector, 1))
    done(lib.iscsi_synchronizecache10_sync(context, int(lun), 0, 0, 0, 0))
else:
    done(lib.iscsi_read10_iov_sync(*where, BLOCK, BLOCK, *flags, vector, 1))
    sys.stdout.buffer.write(buffer.value)
lib.iscsi_logout_sync(context)
