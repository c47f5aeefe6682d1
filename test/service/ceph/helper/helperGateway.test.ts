import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';

const FOLDER = new URL('../../../../src/service/ceph/helper', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'sd-'));

/** A daemon that logs its start and each reload, and answers at its socket. */
const DAEMON = `
import os, signal, socket
signal.signal(signal.SIGHUP, lambda *_: print("loaded", open("conf").read(), flush=True))
listener = socket.socket(socket.AF_UNIX)
if os.path.exists("control"): os.remove("control")
listener.bind("control")
listener.listen()
print("started", open("conf").read(), os.environ["KIND"], flush=True)
while True:
    connection, _ = listener.accept()
    connection.sendall(connection.recv(100).upper())
    connection.close()
`;
/** The module that keeps gateways, on a server without systemd. */
const HEAD = `
import base64, json, os, subprocess, sys, time
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(FOLDER)})
import helper_gateway
helper_gateway.SYSTEMD = "/nowhere"
gateway = helper_gateway.Gateway(${JSON.stringify(join(folder, 'nfs'))}, "nfs")
DAEMON = ${JSON.stringify(DAEMON)}
PORT = 47317
def start(conf, until=("started",), seconds=10, code=DAEMON):
    argv = ["python3", "-c", code]
    return gateway.start({"conf": conf}, argv, {"KIND": "test"}, ["127.0.0.1", PORT], list(until), seconds)
`;

/** The JSON output of Python code that uses the module. */
async function python(program: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-I', '-c', HEAD + program]);
  return JSON.parse(stdout);
}
const kill = () => python('gateway.stop(); print(1)');

afterEach(async () => {
  await kill();
  rmSync(join(folder, 'nfs'), { recursive: true, force: true });
});

const NOTHING = { running: false, memory: null, sameRun: false };

test('a gateway outlives the program that starts it, and remembers a text until its files are changed', async () => {
  expect(await python('print(json.dumps(gateway.look()))')).toEqual(NOTHING);
  const started = await python('news = start("one"); gateway.remember("wise"); print(json.dumps(news))');
  expect(started).toEqual({ running: true, log: 'started one test\n' });
  expect(await python('print(json.dumps(gateway.look()))')).toEqual({
    running: true,
    memory: 'wise',
    sameRun: true,
  });
  expect(await python('start("two"); print(json.dumps(gateway.look()))')).toEqual({
    ...NOTHING,
    running: true,
  });
  expect(
    await python('gateway.remember("x"); gateway.reload({}, [], 0); print(json.dumps(gateway.look()))'),
  ).toEqual({ ...NOTHING, running: true });
});

test('what was remembered of a gateway that systemd has started again is known to be from a former run', async () => {
  const again = `
start("one")
gateway.remember("wise")
gateway._end()
logged = len(helper_gateway.read(gateway._log))
gateway._spawn(["python3", "-c", DAEMON], {"KIND": "test", helper_gateway.MARK: gateway._folder, "PATH": "/usr/bin"})
gateway._logged(logged, ["started"], 10)
print(json.dumps(gateway.look()))`;
  expect(await python(again)).toEqual({ running: true, memory: 'wise', sameRun: false });
});

test('a running gateway reads changed files, and its socket answers', async () => {
  await python('start("one"); print(1)');
  expect(await python('print(json.dumps(gateway.reload({"conf": "two"}, ["loaded"], 10)))')).toEqual({
    running: true,
    log: 'loaded two\n',
  });
  const asked = 'gateway.exchange("control", base64.b64encode(b"hello").decode())';
  expect(await python(`print(json.dumps(base64.b64decode(${asked}).decode()))`)).toBe('HELLO');
});

test('the files of a gateway are private, and none but its log is left when it is stopped', async () => {
  await python('start("secret"); gateway.remember("x"); print(1)');
  const mode = (name: string) => statSync(join(folder, 'nfs', name)).mode & 0o777;
  expect(['', 'conf', 'memory.json', 'nfs.log'].map(mode)).toEqual([0o700, 0o600, 0o600, 0o600]);
  expect(await python('gateway.stop(); print(json.dumps(gateway.look()["running"]))')).toBe(false);
  expect(readdirSync(join(folder, 'nfs'))).toEqual(['nfs.log']);
});

test('a gateway that ends at once is reported with what it logged', async () => {
  expect(await python(`print(json.dumps(start("x", code="print('bad'); raise SystemExit(1)")))`)).toEqual({
    running: false,
    log: 'bad\n',
  });
});

test('a gateway that does not get ready is reported after a while, and runs', async () => {
  const news = `start("x", until=["never"], seconds=0.3, code="import time; time.sleep(60)")`;
  expect(await python(`print(json.dumps(${news}))`)).toEqual({ running: true, log: '' });
});

test.each([
  ['a port that is taken', 'start("x")', 98, 'another program listens on port 47317 of 127.0.0.1'],
  [
    'a program that is not installed',
    'gateway.start({}, ["no-such-program"], {}, ["127.0.0.1", 1], [], 1)',
    2,
    'no-such-program is not installed',
  ],
  ['a reload of a gateway that does not run', 'gateway.reload({}, [], 1)', 3, 'the gateway does not run'],
])('%s is refused with the reason', async (_, call, error, words) => {
  const taken = createServer().listen(47_317, '127.0.0.1');
  await new Promise((resolve) => void taken.once('listening', resolve));
  const failed = await python(
    `try:\n    ${call}\nexcept OSError as failure:\n    print(json.dumps([failure.errno, failure.strerror]))`,
  );
  taken.close();
  expect(failed).toEqual([error, expect.stringContaining(words)]);
});

test('an order on standard input is answered on standard output, and a failure names the file', async () => {
  const ordered = async (order: object) => {
    const running = promisify(execFile)('/usr/bin/python3', ['-I', join(FOLDER, 'helper_gateway.py')]);
    running.child.stdin?.end(`${JSON.stringify({ folder: join(folder, 'nfs'), name: 'nfs', ...order })}\n`);
    return JSON.parse((await running).stdout) as unknown;
  };
  expect(await ordered({ order: 'look' })).toEqual({ result: NOTHING });
  expect(await ordered({ order: 'look', folder: '/proc/x' })).toEqual({ result: NOTHING });
  expect(await ordered({ order: 'remember', folder: '/proc/x', text: '' })).toEqual({
    errno: 2,
    message: expect.stringContaining('/proc/x/memory.json') as string,
  });
});

test('with systemd, a gateway is a unit that is started at each boot, and removed when it is stopped', async () => {
  const place = join(folder, 'nfs');
  const commands = await python(`
asked = []
class Ran:
    returncode = 0
helper_gateway.subprocess.run = lambda argv, **_: asked.append(" ".join(argv)) or Ran()
helper_gateway.UNITS = ${JSON.stringify(folder)}
gateway._has_systemd = True
gateway.start({"conf": "x"}, ["python3", "-c", 'print("100 %")'], {}, ["127.0.0.1", PORT], [], 0)
print(json.dumps(asked))`);
  const unit = 'storedeck-nfs.service';
  expect(commands).toEqual([
    `systemctl stop ${unit}`,
    'systemctl daemon-reload',
    `systemctl enable ${unit}`,
    `systemctl restart ${unit}`,
  ]);
  const text = readFileSync(join(folder, unit), 'utf8');
  expect(text).toContain(String.raw`ExecStart="/usr/bin/python3" "-c" "print(\"100 %%\")"`);
  expect(text).toContain(`Environment="STOREDECK_DAEMON=${place}"`);
  expect(text).toContain(`StandardOutput=append:${place}/nfs.log\n`);
  expect(text).toMatch(/Restart=always\nRestartSec=2\nTimeoutStopSec=10\n[^]*WantedBy=multi-user.target\n$/);
  const stopped = await python(`
asked = []
helper_gateway.subprocess.run = lambda argv, **_: asked.append(" ".join(argv))
helper_gateway.UNITS = ${JSON.stringify(folder)}
gateway._has_systemd = True
gateway.stop()
print(json.dumps(asked))`);
  expect(stopped).toEqual([`systemctl disable ${unit}`, `systemctl stop ${unit}`, 'systemctl daemon-reload']);
  expect(readdirSync(folder)).not.toContain(unit);
});
