import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TgtGateway } from '../../../../src/service/ceph/iscsi/tgtGateway.ts';
import type { TgtTarget } from '../../../../src/service/ceph/iscsi/tgtItems.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeDaemon, passing } from '../gateways/fakeDaemon.ts';

const MODES: Readonly<Record<number, string>> = {
  0: 'system',
  1: 'target',
  2: 'disk',
  6: 'connection',
  7: 'account',
};
const OPS = ['new', 'delete', 'show', 'bind', 'unbind', 'update'];
const NO_IMAGE = 22;
const SHOW = 'target show';
const NEW_DISK = 'disk new';
const TARGET: TgtTarget = {
  name: 'iqn.2001-07.com.ceph:x:alpha',
  initiators: [],
  accounts: [],
  luns: [{ id: 1, pool: 'rbd', image: 'disk1', wwn: 'naa.60014051' }],
};

async function listening(server: Server, at: string | number): Promise<void> {
  await new Promise<void>((resolve) => void server.listen(at, resolve));
  onTestFinished(() => void server.close());
}

/** A gateway, and a control socket that records requests and answers those in `errors` with an error. */
async function gateway({ answers = true, port = 0 } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'storedeck-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const requests: string[] = [];
  const errors: Record<string, number> = {};
  const server = createServer((connection) => {
    connection.once('data', (asked) => {
      const name = `${MODES[asked.readUInt32LE(0)]} ${OPS[asked.readUInt32LE(4)]}`;
      requests.push(name);
      const answer = Buffer.alloc(8);
      answer.writeUInt32LE(errors[name] ?? 0);
      connection.end(answer);
    });
  });
  if (answers) await listening(server, join(directory, 'tgt.0'));
  const clock = fakeClock();
  const seen = fakeDaemon();
  const problems: string[] = [];
  const onExit = () => undefined;
  const begin = () =>
    TgtGateway.start({
      clock,
      directory,
      portal: { ip: '127.0.0.1', port },
      access: { user: 'admin' },
      onExit,
      onProblem: (problem) => problems.push(problem),
    });
  /** The requests since the last call, except for the question whether tgtd answers. */
  const changes = () => requests.splice(0).filter((name) => name !== SHOW);
  return { begin, clock, directory, seen, requests, changes, errors, problems, onExit };
}

test('an iSCSI gateway runs tgtd at its portal, with a control socket in its own directory', async () => {
  const { begin, seen, directory, onExit } = await gateway();
  expect((await begin()).portal).toBe('127.0.0.1:0');
  expect(seen.started).toMatchObject([
    {
      name: 'tgtd',
      directory,
      command: ['tgtd', '-f', '-C', '0', '--iscsi', 'portal=127.0.0.1:0'],
      environment: { TGT_IPC_SOCKET: join(directory, 'tgt') },
      onExit,
    },
  ]);
});

test('an iSCSI gateway does not start on a port that another program uses', async () => {
  const other = createServer();
  await listening(other, 0);
  const { port } = other.address() as AddressInfo;
  const { begin, seen } = await gateway({ port });
  await expect(begin()).rejects.toThrow(`another program listens on 127.0.0.1:${port}`);
  expect(seen.started).toEqual([]);
});

test('the targets of an iSCSI gateway are made once, and again after a restart of tgtd', async () => {
  const { begin, seen, changes } = await gateway();
  const running = await begin();
  expect(await running.apply([TARGET])).toEqual([]);
  const made = changes();
  expect(made).toEqual(expect.arrayContaining(['account new', 'target new', NEW_DISK]));
  await running.apply([TARGET]);
  expect(changes()).toEqual([]);
  seen.started[0]?.onStart();
  await running.apply([TARGET]);
  expect(changes()).toEqual(made);
});

test('a problem of an iSCSI gateway is reported once, and again if it comes back', async () => {
  const { begin, errors, problems } = await gateway();
  const running = await begin();
  errors[NEW_DISK] = NO_IMAGE;
  const message = expect.stringContaining('the image cannot be opened') as string;
  for (let time = 0; time < 2; time++) expect(await running.apply([TARGET])).toMatchObject([{ message }]);
  expect(problems).toEqual([message]);
  delete errors[NEW_DISK];
  expect(await running.apply([TARGET])).toEqual([]);
  await running.apply([]);
  errors[NEW_DISK] = NO_IMAGE;
  await running.apply([TARGET]);
  expect(problems).toEqual([message, message]);
});

test.each([
  ['does not answer', { answers: false, running: true }],
  ['does not run, although another one answers at its socket', { answers: true, running: false }],
])('nothing is applied to a tgtd that %s, and its log is named', async (_, { answers, running }) => {
  const { begin, seen, clock, directory, changes } = await gateway({ answers });
  const started = await begin();
  seen.running = running;
  await expect(passing(clock, started.apply([TARGET]))).rejects.toThrow(
    `tgtd does not start: see ${directory}/tgtd.log`,
  );
  expect(changes()).toEqual([]);
});

test('an iSCSI gateway removes its targets before tgtd is asked to exit', async () => {
  const { begin, seen, changes, requests } = await gateway();
  const running = await begin();
  await running.apply([TARGET]);
  changes();
  await running.close();
  await expect.poll(() => requests.at(-1)).toBe('system delete');
  expect(requests).toEqual(expect.arrayContaining(['disk delete', 'target delete']));
  expect(seen.closed).toBe(1);
});

test('a tgtd that does not run is not asked to remove its targets', async () => {
  const { begin, seen, requests } = await gateway();
  const running = await begin();
  seen.running = false;
  await running.close();
  await expect.poll(() => requests).toEqual(['system delete']);
  expect(seen.closed).toBe(1);
});
