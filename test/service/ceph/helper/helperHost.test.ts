import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../../src/service/ceph/helper', import.meta.url).pathname;
/** The directory of the helper's modules. The test must be root, so that no sudo is needed. */
const HEAD = `
import json, os, subprocess, sys, tempfile, time
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(FOLDER)})
os.geteuid = lambda: 0
from helper_disks import Disks
from helper_host import Part, osd_processes
`;

/** The JSON output of Python code that uses the helper's module for servers. */
async function python(program: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-I', '-c', HEAD + program]);
  return JSON.parse(stdout);
}

test('a disk that cannot be read is not called empty', async () => {
  const holds = (status: number) =>
    python(`
def run(argv, seconds):
    if argv[0] == "blkid":
        return {"status": 2, "out": "", "err": ""}
    return {"status": ${status}, "out": "", "err": "dd: error reading '/dev/sdb': Input/output error"}
print(json.dumps(Disks(run)._probe("/dev/sdb")))`);
  expect(await holds(0)).toEqual([]);
  expect(await holds(1)).toEqual(["not known: dd: error reading '/dev/sdb': Input/output error"]);
});

test('a program that takes too long is reported, even if it may not be killed', async () => {
  const printed = await python(`
def refuse(process):
    raise PermissionError(1, "sudo runs as root")
subprocess.Popen.kill = refuse
began = time.monotonic()
try:
    Part(None)._run(["sleep", "20"], 0.2)
except OSError as failure:
    print(json.dumps([failure.errno, failure.strerror, time.monotonic() - began < 15]))`);
  expect(printed).toEqual([110, 'sleep did not finish within 0.2 s', true]);
});

test('the daemon of an OSD is found even if only root may read its files', async () => {
  const printed = await python(`
folder = tempfile.mkdtemp()
wait = f"held = open('{folder}/block', 'w'); print(flush=True); input()"
daemon = subprocess.Popen(
    ["ceph-osd", "-c", wait, "-i", "7"], executable=sys.executable, stdin=subprocess.PIPE, stdout=subprocess.PIPE
)
daemon.stdout.readline()
listed = os.listdir
def list_as_a_user(path):
    if path.endswith("/fd"):
        raise PermissionError(13, "Permission denied")
    return listed(path)
os.listdir = list_as_a_user
run = Part(None)._run
found = osd_processes(run, 7, folder) == [str(daemon.pid)]
others = [osd_processes(run, 8, folder), osd_processes(run, 7, folder + "x")]
daemon.kill()
print(json.dumps([found, others]))`);
  expect(printed).toEqual([true, [[], []]]);
});

test('a metadata server is stopped by its id, and not stopped if two have the same id', async () => {
  const printed = await python(`
import helper_host
helper_host.SYSTEMD = "/nowhere"
def start(*arguments):
    return subprocess.Popen(["ceph-mds", *arguments], executable=sys.executable)
wait = ["-c", "import time; time.sleep(60)"]
one, other = start(*wait, "-n", "mds.test-a"), start(*wait, "--id", "test-b")
twins = [start(*wait, "-i", "test-c"), start(*wait, "-i", "test-c")]
time.sleep(0.5)
def stop(name):
    try:
        Part(None).call("stop_mds", {"name": name})
        return "stopped"
    except OSError as failure:
        return failure.strerror
printed = [stop("test-a"), stop("test-c"), stop("test-d")]
one.wait(30)
left = [process.poll() is None for process in [one, other, *twins]]
for process in [other, *twins]:
    process.kill()
print(json.dumps([printed, left]))`);
  expect(printed).toEqual([
    ['stopped', '2 daemons mds.test-c run here', '0 daemons mds.test-d run here'],
    [false, true, true, true],
  ]);
});

test('a ceph command that waits too long for its turn is reported in time', async () => {
  const printed = await python(`
import helper_command
helper_command.ANSWER_SECONDS = 0.1
for _ in range(helper_command.AT_ONCE):
    helper_command._slots.acquire()
rc, _, outs = helper_command.CommandLine("", "client.admin", {}).mon_command('{"prefix": "df"}', b"")
print(json.dumps([rc, outs]))`);
  expect(printed).toEqual([-110, 'other ceph commands did not finish in time']);
});

test('a ceph command, also one for a placement group, gets the settings of the connection', async () => {
  const printed = await python(`
import helper_command
folder = tempfile.mkdtemp()
with open(f"{folder}/ceph", "w") as file:
    file.write('#!/bin/sh\\necho "$@"\\n')
os.chmod(f"{folder}/ceph", 0o755)
os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
line = helper_command.CommandLine("/c", "client.admin", {"rados_mon_op_timeout": "8", "log_file": ""})
query = '{"prefix": "query", "pgid": "8.7", "format": "json"}'
answers = [line.mon_command('{"prefix": "df"}', b""), line.pg_command("8.7", query, b"")]
print(json.dumps([answer[1].decode() for answer in answers]))`);
  const settings = '--conf /c --name client.admin --connect-timeout 10 --rados_mon_op_timeout=8 --log_file=';
  expect(printed).toEqual([`${settings} df\n`, `${settings} pg 8.7 query --format=json\n`]);
});

test('a ceph command that hangs ends in time, even if the helper was killed meanwhile', async () => {
  const printed = await python(`
import signal
import helper_command
helper_command.ANSWER_SECONDS = 2
folder = tempfile.mkdtemp()
with open(f"{folder}/ceph", "w") as file:
    file.write(f"#!/bin/sh\\necho $$ >> {folder}/pids\\nexec sleep 60\\n")
os.chmod(f"{folder}/ceph", 0o755)
os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
def ask():
    return helper_command.CommandLine("", "client.admin", {}).mon_command('{"prefix": "df"}', b"")
rc, _, outs = ask()
killed = os.fork()
if killed == 0:
    ask()
time.sleep(0.5)
os.kill(killed, signal.SIGKILL)
time.sleep(3)
with open(f"{folder}/pids") as file:
    pids = file.read().split()
print(json.dumps([rc, outs, len(pids), [pid for pid in pids if os.path.exists(f"/proc/{pid}")]]))`);
  expect(printed).toEqual([-110, 'the ceph command did not finish in time', 2, []]);
});

/** Stubs of programs that note their arguments in `noted`; a stub with the name of a daemon ends at once. */
const STUBS = `
import helper_host
helper_host.START_LATER = f"storedeck-test-{os.getpid()}"
folder = tempfile.mkdtemp()
noted = f"{folder}/noted"
def stub(name):
    with open(f"{folder}/{name}", "w") as file:
        file.write(f'#!/bin/sh\\necho {name} "$@" >> {noted}\\n')
    os.chmod(f"{folder}/{name}", 0o755)
os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
for name in ["ceph-osd", "ceph-mds", "systemctl", "systemd-run"]:
    stub(name)
def lines():
    return open(noted).read().splitlines() if os.path.exists(noted) else []
def daemon(kind, identity):
    wait = "import time; time.sleep(60)"
    return subprocess.Popen([f"ceph-{kind}", "-c", wait, "-i", identity], executable=sys.executable)
daemons = [daemon("osd", "7701"), daemon("osd", "7702"), daemon("mds", "fs.test-l")]
time.sleep(0.5)
def later(daemons, seconds):
    Part(None).call("start_later", {"daemons": daemons, "seconds": seconds})
def end():
    for process in daemons:
        process.kill()
        process.wait()
`;

test('a server starts daemons later that ran when that was ordered and do not run any more, though the helper has ended', async () => {
  const printed = await python(`${STUBS}
helper_host.SYSTEMD = "/nowhere"
ordering = os.fork()
if ordering == 0:
    later(["osd.7701", "osd.7702", "mds.fs.test-l", "osd.7703"], 3)
    os._exit(0)
os.waitpid(ordering, 0)
for stopped in [daemons[0], daemons[2]]:
    stopped.kill()
    stopped.wait()
early = lines()
deadline = time.monotonic() + 60
while len(lines()) < 2 and time.monotonic() < deadline:
    time.sleep(0.1)
time.sleep(1)
end()
print(json.dumps([early, lines()]))`);
  expect(printed).toEqual([[], ['ceph-osd -i 7701', 'ceph-mds -i fs.test-l']]);
});

test('an order to start daemons later is replaced by the next one, and revoked by one without daemons', async () => {
  const printed = await python(`${STUBS}
helper_host.SYSTEMD = "/nowhere"
pending = lambda: len(helper_host.processes_with(lambda arguments: helper_host.START_LATER in arguments))
counts = []
for daemons_later in [["osd.7701"], ["osd.7702"], []]:
    later(daemons_later, 60)
    time.sleep(1)
    counts.append(pending())
end()
print(json.dumps([counts, lines()]))`);
  expect(printed).toEqual([[1, 1, 0], []]);
});

test('where systemd runs, daemons are started later by a timer of it', async () => {
  const printed = await python(`${STUBS}
helper_host.SYSTEMD = "/"
helper_host.START_LATER = "storedeck-start-later"
later(["osd.7701", "mds.fs.test-l", "osd.7703"], 600)
later([], 0)
end()
print(json.dumps(lines()))`);
  const cleared = [
    'systemctl stop storedeck-start-later.timer',
    'systemctl reset-failed storedeck-start-later.service',
  ];
  expect(printed).toEqual([
    ...cleared,
    'systemd-run --unit=storedeck-start-later --on-active=600 systemctl start ceph-osd@7701 ceph-mds@fs.test-l',
    ...cleared,
  ]);
});

test('a timer that systemd refuses is a failure with its reason', async () => {
  const printed = await python(`${STUBS}
helper_host.SYSTEMD = "/"
with open(f"{folder}/systemd-run", "w") as file:
    file.write("#!/bin/sh\\necho no bus >&2\\nexit 1\\n")
try:
    later(["osd.7701"], 600)
except OSError as failure:
    print(json.dumps(failure.strerror))
end()`);
  expect(printed).toBe('no bus');
});

test('a server tells whether a daemon runs there, and whether something listens at an address', async () => {
  const printed = await python(`
import socket
code = "print(flush=True); input()"
pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
# Clusters of other tests may have monitors with the usual names.
daemon = subprocess.Popen(["ceph-mon", "-c", code, "-i", "here"], executable=sys.executable, **pipes)
daemon.stdout.readline()  # only from then on its command line is certain to be its own
part = Part(None)
runs = [part.call("runs", {"kind": "mon", "identity": name}) for name in ("here", "elsewhere")]
daemon.kill()
listener = socket.create_server(("127.0.0.1", 0))
where = {"host": "127.0.0.1", "port": listener.getsockname()[1], "seconds": 1}
answers = [part.call("listens", where)]
listener.close()
answers.append(part.call("listens", where))
answers.append(part.call("listens", {**where, "host": "name.invalid"}))
print(json.dumps([runs, answers]))`);
  expect(printed).toEqual([
    [true, false],
    [true, false, null],
  ]);
});
