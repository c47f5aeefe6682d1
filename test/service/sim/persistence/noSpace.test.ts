import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { directoryPersistence } from '../../../../src/service/sim/persistence/directoryPersistence.ts';
import { refusal, upload } from '../storage.ts';
import { directory, open, smallDisk, type Session } from './bench.ts';

/** Uses all free space. */
function fill(disk: string): void {
  const file = openSync(join(disk, 'filler'), 'a');
  try {
    for (let size = 65_536; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size, 1));
      } catch {
        // Smaller pieces may still fit.
      }
    }
  } finally {
    closeSync(file);
  }
}

function diskOr(context: TestContext): string {
  return smallDisk() ?? context.skip('a small file system can only be mounted by root');
}

const pools = async ({ api }: Session) => (await api.listPools()).map(({ name }) => name);

/** Operations of all kinds that must have no effect when they are refused. */
const CHANGES: readonly ((session: Session) => Promise<unknown>)[] = [
  ({ api }) => api.createPool({ body: { name: 'refused' } }),
  ({ api }) => api.createNetwork({ body: { ip: '10.99.0.0', netmask: 16 } }),
  ({ api }) => api.createS3User({ body: { uid: 'refused' } }),
  ({ api }) => api.putS3Bucket({ params: { bucketName: 'refused' }, body: {} }),
  ({ api }) => api.createDirectory({ body: { dir: '/refused' } }),
  ({ api }) =>
    api.createSimpleCrushRule({ body: { name: 'refused', startBucket: 'default', independent: 'host' } }),
  ({ api }) => api.setFlag({ params: { flag: 'noout' } }),
  ({ api }) => api.uploadFile({ query: { path: '/refused' }, form: { file: upload('x'.repeat(100_000)) } }),
];

async function everything(session: Session) {
  const { api } = session;
  return {
    pools: await pools(session),
    networks: await api.listNetworks(),
    users: await api.listS3Users(),
    tasks: (await api.listTasks({ query: {} })).totalElements,
    files: (await api.listFiles({ query: { dir: '/' } })).entries,
    rules: (await api.listCrushRules()).map(({ name }) => name),
    flags: (await api.listFlags()).map(({ currentState }) => currentState),
  };
}

test('on a full disk every change is refused with the reason and has no effect, and with free space changes work again', async (context) => {
  const disk = diskOr(context);
  const data = join(disk, 'data');
  {
    await using session = open(data);
    const before = await everything(session);
    fill(disk);
    for (const change of CHANGES) {
      const { status, message } = await refusal(change(session));
      expect(status).toBe(507);
      expect(message).toContain(`nothing was changed: there is no space left in ${data}`);
    }
    expect(await everything(session)).toEqual(before);
    const image = session.api.createImage({ params: { pool: 'refused' }, body: { name: 'a', size: 1 } });
    expect((await refusal(image)).status).toBe(507);
    rmSync(join(disk, 'filler'));
    await session.api.createPool({ body: { name: 'accepted' } });
  }
  await using again = open(data);
  expect(await pools(again)).toContain('accepted');
  expect(await pools(again)).not.toContain('refused');
});

test('a change that cannot be committed is undone, and the cluster returns to what is stored', async (context) => {
  const disk = diskOr(context);
  const persistence = directoryPersistence(join(disk, 'data'));
  // There was space a moment ago.
  await using session = open('', { ...persistence, problem: () => undefined });
  await session.api.createPool({ body: { name: 'kept' } });
  const { id: task = 0 } = await session.api.benchmarkDisk({ params: { diskId: 1 } });
  const before = await pools(session);
  fill(disk);
  let refused = 0;
  // What fits into the write-ahead log is stored.
  for (let index = 0; refused === 0 && index < 1000; index++) {
    const name = `pool${index}`;
    const call = session.api.createPool({ body: { name } });
    if (await call.then(() => true).catch(() => false)) before.push(name);
    else refused = (await refusal(call)).status;
  }
  expect(refused).toBe(507);
  expect((await pools(session)).toSorted()).toEqual(before.toSorted());
  const { state, output } = await session.api.getTask({ params: { id: task } });
  expect({ state, output }).toEqual({
    state: 'FAILED',
    output: expect.stringContaining('no space left'),
  });
  rmSync(join(disk, 'filler'));
  await session.api.createPool({ body: { name: 'after' } });
  expect(await pools(session)).toContain('after');
});

test('tasks wait while nothing can be stored, and continue when it can', async (context) => {
  const disk = diskOr(context);
  await using session = open(join(disk, 'data'));
  const { id = 0 } = await session.api.putS3Bucket({ params: { bucketName: 'later' }, body: {} });
  fill(disk);
  for (let second = 0; second < 5; second++) session.engine.cluster.step();
  const waiting = await session.api.getTask({ params: { id } });
  expect(waiting).toMatchObject({ done: false, output: expect.stringContaining('waits: there is no space') });
  rmSync(join(disk, 'filler'));
  await session.finish();
  expect(await session.api.getTask({ params: { id } })).toMatchObject({ state: 'FINISHED' });
});

test.each(['removed', 'moved away', 'replaced'])(
  'a change is refused once the data directory was %s',
  async (how) => {
    const root = directory();
    const data = join(root, 'data');
    await using session = open(data);
    const before = await everything(session);
    const aside = join(root, 'aside');
    if (how === 'removed') rmSync(data, { recursive: true });
    else renameSync(data, aside);
    if (how === 'replaced') directoryPersistence(data).close();
    for (const change of CHANGES) {
      const { status, message } = await refusal(change(session));
      expect(status).toBe(503);
      expect(message).toContain(
        `nothing was changed: ${join(data, 'cluster.sqlite')} ${how === 'replaced' ? 'was replaced' : 'is gone'}`,
      );
    }
    expect(await everything(session)).toEqual(before);
    if (how === 'moved away') {
      renameSync(aside, data);
      await session.api.createPool({ body: { name: 'accepted' } });
      expect(await pools(session)).toContain('accepted');
    }
  },
);
