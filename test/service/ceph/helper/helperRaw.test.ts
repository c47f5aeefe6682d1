import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../../src/service/ceph/helper', import.meta.url).pathname;
/** The module for OSDs of ceph-volume's raw mode, with folders of the test; it runs programs as the helper does. */
const HEAD = `
import json, os, subprocess, sys, tempfile
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(FOLDER)})
import helper_raw
from helper_host import Part
top = tempfile.mkdtemp()
for name in ("osds", "units", "by-id", "dev"):
    os.mkdir(f"{top}/{name}")
helper_raw.OSDS, helper_raw.UNITS, helper_raw.NAMES = f"{top}/osds", f"{top}/units", (f"{top}/none", f"{top}/by-id")
folder = f"{top}/osds/ceph-7"
os.mkdir(folder)
`;

/** The JSON output of Python code that uses the module. */
async function python(program: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-I', '-c', HEAD + program]);
  return JSON.parse(stdout);
}

test('the files of an OSD that were in memory are kept, with names of its devices that outlive a reboot', async () => {
  const kept = await python(`
raw = helper_raw.RawOsds(Part(None)._run)
for name in ("sdb", "sdc1"):
    open(f"{top}/dev/{name}", "w").close()
os.symlink(f"{top}/dev/sdb", f"{top}/by-id/wwn-1")
for former in (True, False):
    subprocess.run(["mount", "-t", "tmpfs", "none", folder], check=True)
os.symlink(f"{top}/dev/sdb", f"{folder}/block")
os.symlink(f"{top}/dev/sdc1", f"{folder}/block.db")
with open(f"{folder}/whoami", "w") as file:
    file.write("7")
raw.keep(7)
raw.keep(7)
links = [os.readlink(f"{folder}/{name}").replace(top, "") for name in ("block", "block.db")]
print(json.dumps([os.path.ismount(folder), sorted(os.listdir(folder)), links, os.listdir(f"{top}/osds")]))`);
  expect(kept).toEqual([false, ['block', 'block.db', 'whoami'], ['/by-id/wwn-1', '/dev/sdc1'], ['ceph-7']]);
});

test('systemd gives the devices of an OSD without LVM to its daemon before each start, until the OSD is removed', async () => {
  const unit = await python(`
asked = []
def run(argv, seconds, text=None):
    if argv[0] == "systemctl":
        asked.append(" ".join(argv))
        return {"status": 0}
    return Part(None)._run(argv, seconds, text)
raw = helper_raw.RawOsds(run)
raw.own_at_boot(7)
path = f"{top}/units/ceph-osd@7.service.d/storedeck.conf"
with open(path) as file:
    text = file.read().replace(top, "")
raw.forget(7)
print(json.dumps([asked, text, os.path.exists(path)]))`);
  expect(unit).toEqual([
    ['systemctl daemon-reload'],
    '[Service]\nExecStartPre=-+/bin/chown ceph:ceph /osds/ceph-7/block /osds/ceph-7/block.db /osds/ceph-7/block.wal\n',
    false,
  ]);
});

test('a step that fails is reported with its reason', async () => {
  const failed = await python(`
def run(argv, seconds, text=None):
    return {"status": int(argv[0] == "cp"), "out": "", "err": "cp: no space left" if argv[0] == "cp" else ""}
try:
    helper_raw.RawOsds(run).keep(7)
except OSError as failure:
    print(json.dumps(failure.strerror))`);
  expect(failed).toBe('cp: no space left');
});
