"""Writes objects into a pool one after the other until its input ends, then prints the longest wait in seconds.

Usage: writer.py CONF POOL
"""

import sys
import threading
import time

import rados

conf, pool = sys.argv[1:]
ended = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()

longest = 0.0
with rados.Rados(conffile=conf) as cluster, cluster.open_ioctx(pool) as objects:
    # Names of several placement groups: each of them has to accept writes.
    while not ended.wait(0.02):
        begun = time.monotonic()
        objects.write_full(f"written-{int(begun * 1000) % 64}", b"x" * 4096)
        longest = max(longest, time.monotonic() - begun)
print(longest)
