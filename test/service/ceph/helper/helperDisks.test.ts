import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../../src/service/ceph/helper', import.meta.url).pathname;

/**
 * A disk with two partitions for databases, of which the first is used. The outputs are those of util-linux 2.38 and of a
 * database of Ceph 16.2.15.
 */
const HEAD = `
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(FOLDER)})
import helper_disks
from helper_disks import Disks
helper_disks.os.path.exists = lambda path: True
TYPE = "30CD0809-C2B2-499C-8879-2D6B785292BE"
def part(number, **more):
    return {"name": f"sdb{number}", "path": f"/dev/sdb{number}", "type": "part", **more}
disk = {"name": "sdb", "path": "/dev/sdb", "type": "disk", "size": 6442450944, "children": [part(1), part(2)]}
table = {"label": "gpt", "device": "/dev/sdb", "unit": "sectors", "sectorsize": 512, "partitions": [
    {"node": "/dev/sdb1", "start": 2048, "size": 6289408, "type": TYPE, "uuid": "E8BCCE51-10B8-6947-A4B4-6B9C6C94F709"},
    {"node": "/dev/sdb2", "start": 6291456, "size": 6289408, "type": TYPE, "uuid": "D9329E82-1EB8-3243-A92A-B480BAE41760"},
]}
ENTRY = "PART_ENTRY_SCHEME=gpt\\nPART_ENTRY_TYPE=30cd0809-c2b2-499c-8879-2d6b785292be\\nPART_ENTRY_NUMBER=1\\n"
probed = {
    "/dev/sdb": "DEVNAME=/dev/sdb\\nPTUUID=e6c76e24-5516-c448-b0c8-49ea96dbeea0\\nPTTYPE=gpt\\n",
    "/dev/sdb1": "DEVNAME=/dev/sdb1\\nTYPE=ceph_bluestore\\nUSAGE=other\\n" + ENTRY,
    "/dev/sdb2": "DEVNAME=/dev/sdb2\\n" + ENTRY,
}
statuses, ran = {}, []
def run(argv, seconds, text=None):
    ran.append([" ".join(argv), text])
    outs = {
        "lsblk": lambda: json.dumps({"blockdevices": [disk]}),
        "sfdisk": lambda: json.dumps({"partitiontable": table}),
        "blkid": lambda: probed[argv[-1]],
    }
    return {"status": statuses.get(argv[0], 0), "out": outs.get(argv[0], str)(), "err": ""}
def databases():
    return Disks(run).all("sdb")[0]["databases"]
`;

/** The JSON output of Python code that uses the helper's module for disks. */
async function python(program: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-I', '-c', HEAD + program]);
  return JSON.parse(stdout);
}

test('a disk that has only partitions for databases is recognized, and each partition with a signature is used', async () => {
  const used = (number: number, is: boolean) => ({ number, path: `/dev/sdb${number}`, used: is });
  const printed = await python(`
found = [databases()]
disk["children"][1]["children"] = [{"name": "db", "type": "crypt"}]
found.append(databases())
print(json.dumps(found))`);
  expect(printed).toEqual([
    [used(1, true), used(2, false)],
    [used(1, true), used(2, true)],
  ]);
});

test('a partition that cannot be read counts as used', async () => {
  const printed = await python(`
statuses["dd"] = 1
print(json.dumps([one["used"] for one in databases()]))`);
  expect(printed).toEqual([true, true]);
});

test.each([
  ['another type of partition', 'table["partitions"][1]["type"] = "0FC63DAF-8483-4772-8E79-3D69D8477DE4"'],
  ['a partition that its kernel does not know', 'disk["children"].pop()'],
  ['something else than partitions', 'disk["children"][1]["type"] = "lvm"'],
  ['a damaged table', 'table.clear()'],
  ['a partition table of another kind', 'probed["/dev/sdb"] = "PTTYPE=dos\\n"'],
  ['no partitions', 'disk["children"] = []'],
])('a disk with %s is no journal disk', async (_, change) => {
  expect(await python(`${change}\nprint(json.dumps(databases()))`)).toEqual([]);
});

test('sfdisk reads only the tables of disks that have a GPT', async () => {
  const printed = await python(`
probed["/dev/sdb"] = "DEVNAME=/dev/sdb\\nPTTYPE=dos\\n"
databases()
print(json.dumps([line for line, _ in ran if line.startswith("sfdisk")]))`);
  expect(printed).toEqual([]);
});

test('the numbers of partitions follow from their names', async () => {
  const printed = await python(`
names = [("nvme0n1", "nvme0n1p12"), ("sdb", "sdb3"), ("loop40", "loop40p1")]
print(json.dumps([helper_disks.number_of({"name": part}, {"name": whole}) for whole, part in names]))`);
  expect(printed).toEqual([12, 3, 1]);
});

test('a disk is divided into equal partitions of the type for databases, and the kernel is told of them', async () => {
  const line = 'size=3071MiB, type=30CD0809-C2B2-499C-8879-2D6B785292BE\n';
  const printed = await python(`
status = Disks(run).divide("sdb", 2)["status"]
statuses["sfdisk"] = 1
refused = Disks(run).divide("sdb", 2)["status"]
print(json.dumps([status, refused, [one for one in ran if not one[0].startswith("lsblk")]]))`);
  const divide = ['sfdisk --wipe-partitions always /dev/sdb', `label: gpt\n${line}${line}`];
  expect(printed).toEqual([0, 1, [divide, ['partx --update /dev/sdb', null], divide]]);
});
