import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../../src/service/ceph/helper', import.meta.url).pathname;

/** A server whose files below /sys and /proc are in a directory of the test. */
const HEAD = `
import json, os, sys, tempfile, time
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(FOLDER)})
import helper_observe
from helper_disks import Disks
from helper_observe import Observer, controllers, links, segments, synchronised, telling_lines
root = tempfile.mkdtemp()
helper_observe.NETWORK = root + "/net"
helper_observe.BLOCK = root + "/block"
def write(path, text):
    os.makedirs(os.path.dirname(f"{root}/{path}"), exist_ok=True)
    with open(f"{root}/{path}", "w") as file:
        file.write(text)
def interface(name, packets, errors=0, speed=None, physical=True):
    files = {"operstate": "up\\n", "carrier_changes": "2\\n", "speed": speed or "-1"}
    counters = {"rx_packets": packets, "tx_packets": 1, "rx_errors": errors, "tx_errors": 1}
    for file, text in {**files, **{f"statistics/{one}": str(count) for one, count in counters.items()}}.items():
        write(f"net/{name}/{file}", text)
    if physical:
        os.makedirs(f"{root}/net/{name}/device")
def refuses(argv, seconds):
    raise OSError(1, "refused")
`;

/** The JSON output of Python code that uses the helper's module. */
async function python(program: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-I', '-c', HEAD + program]);
  return JSON.parse(stdout);
}

test('physical interfaces are told with the most used first, and virtual ones only where there are no others', async () => {
  const told = await python(`
interface("lo", 9000)
interface("eth0", 5, errors=3)
interface("eth1", 50, speed="10000\\n")
interface("veth7", 900, physical=False)
write("net/bonding_masters", "bond0")
first = links()
helper_observe.NETWORK = root + "/other"
os.rename(root + "/net/veth7", root + "/net/eth7")
os.makedirs(root + "/other")
os.rename(root + "/net/eth7", root + "/other/veth7")
print(json.dumps([first, [one["name"] for one in links()]]))`);
  const counted = { state: 'up', changes: 2 };
  expect(told).toEqual([
    [
      { name: 'eth1', ...counted, speed: 10_000, packets: 51, errors: 1 },
      { name: 'eth0', ...counted, packets: 6, errors: 4 },
    ],
    ['veth7'],
  ]);
});

test('the controller of a disk is the last PCI device on the way to it, and a virtual disk has none', async () => {
  const told = await python(`
for name, path in {
    "sda": "pci0000:3a/0000:3a:00.0/0000:3b:00.0/host0/port-0:0/end_device-0:0/target0:0:0/0:0:0:0/block/sda",
    "nvme0n1": "pci0000:5d/0000:5d:02.0/0000:5e:00.0/nvme/nvme0/nvme0n1",
    "vda": "pci0000:00/0000:00:02.0/virtio1/block/vda",
    "loop0": "virtual/block/loop0",
}.items():
    os.makedirs(f"{root}/devices/{path}")
    os.makedirs(root + "/block", exist_ok=True)
    os.symlink(f"{root}/devices/{path}", f"{root}/block/{name}")
print(json.dumps(controllers(["sda", "nvme0n1", "vda", "loop0", "gone"])))`);
  expect(told).toEqual({ sda: '0000:3b:00.0', nvme0n1: '0000:5e:00.0' });
});

test('of the kernel log, the lines of the last five minutes that tell of trouble are returned, those about killed processes for a day, 400 at most', async () => {
  const told = await python(`
lines = [
    "[  500.000000] I/O error, dev sda, sector 1",
    "[  800.000000] eth0: link becomes ready",
    "[  810.000000] I/O error, dev sda, sector 2 " + "x" * 400,
    "[  600.000000] Out of memory: Killed process 7 (ceph-osd)",
    "[  830.000000] mpt3sas_cm0: fault_state(0x5862)!",
    "no stamp, error, dev sda",
]
many = [f"[  {900 + number / 100:.6f}] I/O error, dev sdb, sector {number}" for number in range(500)]
found = telling_lines("\\n".join(lines), 1000.0)
print(json.dumps([[line[:30] for line in found], len(found[0]), len(telling_lines("\\n".join(lines + many), 1000.0))]))`);
  expect(told).toEqual([
    ['[  810.000000] I/O error, dev ', '[  600.000000] Out of memory: ', '[  830.000000] mpt3sas_cm0: fa'],
    300,
    400,
  ]);
});

test('what cannot be read is missing, and the rest is told with the times of the clock', async () => {
  const told = await python(`
asked = Observer(refuses, lambda path: {"status": "FAILED", "details": ""})
os.makedirs(root + "/block/sda")
told = asked.observe(suspects=["sda", "../x"])
begun, ended = told.pop("clock")
kinds = [type(segments()["again"]).__name__, synchronised() in (True, False)]
print(json.dumps([sorted(told), told["smart"], 0 <= ended - begun < 60, abs(time.time() - ended) < 60, kinds]))`);
  expect(told).toEqual([
    ['controllers', 'segments', 'smart', 'synchronised', 'uptime'],
    { sda: { status: 'FAILED', details: '' } },
    true,
    true,
    ['int', true],
  ]);
});

test('SMART is read in the background, once in ten minutes for a disk', async () => {
  const told = await python(`
runs = []
def run(argv, seconds):
    runs.append(argv[-1])
    return {"out": json.dumps({"smart_status": {"passed": False}})}
disks = Disks(run)
first = disks.latest_smart("/dev/sda")
while "/dev/sda" in disks._reading:
    time.sleep(0.01)
print(json.dumps([first, disks.latest_smart("/dev/sda"), disks.latest_smart("/dev/sda"), runs]))`);
  const verdict = { status: 'FAILED', details: '' };
  expect(told).toEqual([null, verdict, verdict, ['/dev/sda']]);
});
