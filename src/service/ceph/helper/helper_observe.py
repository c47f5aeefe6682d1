"""Reads what a server knows of its own clock, network, disks and kernel, for helper_host.py."""

import ctypes
import os
import re
import time

DMESG_SECONDS = 2
# The seconds for which kernel messages are returned, those for messages about killed processes, the most of them, and their
# greatest length.
RECENT_SECONDS, KILLED_SECONDS = 300, 86400
MAX_LINES, MAX_LENGTH = 400, 300
STAMP = re.compile(r"\[ *(\d+\.\d+)\]")
# Processes that were killed for lack of memory.
KILLED = re.compile(r"oom-kill:|[Kk]illed process")
# Errors of disks, and complaints of controllers.
TELLING = re.compile(
    r"error, dev |attempting task abort|hard resetting link"
    r"|mpt[23]sas|megaraid_sas|hpsa |aacraid|smartpqi|nvme nvme\d+: .*(?:controller|timeout)"
)
NETWORK, BLOCK = "/sys/class/net", "/sys/block"
MAX_LINKS = 16
PCI_ADDRESS = re.compile(r"[0-9a-f]{4,}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]")
STA_UNSYNC = 0x40


class Timex(ctypes.Structure):
    """The beginning of the kernel's struct timex; it is longer."""

    _fields_ = [
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_char * 256),
    ]


def text_of(path):
    with open(path, "rb") as file:
        return file.read(1 << 20).decode(errors="replace")


def segments():
    """Returns the numbers of TCP segments that were sent and sent again since the boot."""
    names, values = (line.split() for line in text_of("/proc/net/snmp").splitlines() if line.startswith("Tcp:"))
    told = dict(zip(names, values))
    again = int(told["RetransSegs"])
    # OutSegs does not include retransmitted segments (RFC 4022).
    return {"sent": int(told["OutSegs"]) + again, "again": again}


def synchronised():
    """Returns whether a time service adjusts the clock of the kernel, which is only asked here."""
    timex = Timex()
    if ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.byref(timex)) < 0:
        raise OSError(ctypes.get_errno(), "adjtimex failed")
    return not timex.status & STA_UNSYNC


def link(name):
    """Returns the state and the counters of a network interface."""
    folder = f"{NETWORK}/{name}"
    number = lambda path: int(text_of(f"{folder}/{path}"))
    try:
        speed = number("speed")
    except (OSError, ValueError):
        speed = 0  # one that is down or virtual has none
    return {
        "name": name,
        "state": text_of(f"{folder}/operstate").strip(),
        **({"speed": speed} if speed > 0 else {}),
        "packets": number("statistics/rx_packets") + number("statistics/tx_packets"),
        "errors": number("statistics/rx_errors") + number("statistics/tx_errors"),
        "changes": number("carrier_changes"),
    }


def links():
    """Returns the interfaces with the most packets: physical ones, or all if there are none, as in a container."""
    # Beside the interfaces there may be files, such as bonding_masters.
    names = [name for name in os.listdir(NETWORK) if name != "lo" and os.path.isdir(f"{NETWORK}/{name}")]
    physical = [name for name in names if os.path.exists(f"{NETWORK}/{name}/device")]
    found = [link(name) for name in physical or names]
    return sorted(found, key=lambda one: -one["packets"])[:MAX_LINKS]


def controllers(names):
    """Returns the PCI addresses of the controllers of disks, by the names of the disks.

    Virtual disks have none: each has its own address, although all may be on one device of the host.
    """
    paths = {name: os.path.realpath(f"{BLOCK}/{name}") for name in names}
    addresses = {name: PCI_ADDRESS.findall(path) for name, path in paths.items() if "/virtio" not in path}
    return {name: found[-1] for name, found in addresses.items() if found}


def telling_lines(dmesg, uptime):
    """Returns the last of the recent kernel messages that tell of trouble."""

    def is_telling(line):
        stamp = STAMP.match(line)
        if not stamp:
            return False
        age = uptime - float(stamp.group(1))
        return age < RECENT_SECONDS and TELLING.search(line) or age < KILLED_SECONDS and KILLED.search(line)

    return [line[:MAX_LENGTH] for line in dmesg.splitlines() if is_telling(line)][-MAX_LINES:]


class Observer:
    def __init__(self, run, verdict_of):
        self._run = run
        self._verdict_of = verdict_of

    def observe(self, disks=(), suspects=()):
        """Returns what can be read of this server, without what cannot.

        Returns the controllers of the disks with these names, and the SMART status of the suspects, which is read in
        the background: at first it is missing. `clock` has the times at which this began and ended.
        """
        began = time.time()
        readers = {
            "uptime": lambda: float(text_of("/proc/uptime").split()[0]),
            "segments": segments,
            "kernel": self._kernel,
            "synchronised": synchronised,
            "links": links,
            "controllers": lambda: controllers(disks),
            "smart": lambda: self._smart(suspects),
        }
        told = {}
        for name, read in readers.items():
            try:
                told[name] = read()
            except (OSError, ValueError, LookupError, AttributeError):
                pass  # it does not exist here, or may not be read
        return {**told, "clock": [began, time.time()]}

    def _kernel(self):
        ran = self._run(["dmesg"], DMESG_SECONDS)
        if ran["status"] != 0:
            raise OSError(5, ran["err"].strip())
        return telling_lines(ran["out"], float(text_of("/proc/uptime").split()[0]))

    def _smart(self, names):
        verdicts = {name: self._verdict_of(f"/dev/{name}") for name in names if os.path.exists(f"{BLOCK}/{name}")}
        return {name: verdict for name, verdict in verdicts.items() if verdict}
