import { expect, test } from 'vitest';
import { createCeph, readFsid, SHARE_MS } from '../../../../src/service/ceph/client/ceph.ts';
import type { HelperReply, HelperRequest } from '../../../../src/service/ceph/helper/protocol.ts';
import { UnknownOutcome } from '../../../../src/service/engine.ts';
import { TABLE } from '../../../../src/store/cache/table.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph, refused } from '../recordedCeph.ts';

test('a console that reads the status alone gets a new one each time', () => {
  const every = TABLE.getClusterStatus?.everyMs ?? 0;
  expect(SHARE_MS).toBeLessThan(every);
  expect(SHARE_MS).toBeGreaterThan(0.9 * every);
});

test('identical reads within a second are one command to the cluster, and different ones are not', async () => {
  const clock = fakeClock();
  const { ceph, asked } = recordedCeph(clock, { status: { json: { fsid: 'f' } }, 'osd dump': { json: {} } });
  await Promise.all(Array.from({ length: 50 }, () => ceph.read({ prefix: 'status' })));
  expect(await ceph.read({ prefix: 'status' })).toEqual({ fsid: 'f' });
  expect(asked).toHaveLength(1);
  await ceph.read({ prefix: 'osd dump' }, { only: ['flags'] });
  await ceph.read({ prefix: 'osd dump' }, { only: ['epoch'] });
  await clock.advance(1000);
  await ceph.read({ prefix: 'status' });
  expect(asked).toHaveLength(4);
});

test('after a write everything is read again, even if the write was refused', async () => {
  const { ceph, asked } = recordedCeph(fakeClock(), { status: { json: {} }, 'osd set': refused(-22, 'no') });
  await ceph.read({ prefix: 'status' });
  await ceph.write({ prefix: 'osd unset', key: 'noout' });
  await ceph.read({ prefix: 'status' });
  await expect(ceph.write({ prefix: 'osd set', key: 'x' })).rejects.toMatchObject({ status: 400 });
  await ceph.read({ prefix: 'status' });
  expect(asked.filter((each) => 'command' in each && each.command['prefix'] === 'status')).toHaveLength(3);
});

test('after a key of the store is set, only commands that depend on it are read again', async () => {
  const { ceph, asked } = recordedCeph(fakeClock(), {
    status: { json: {} },
    'config-key dump': { json: {} },
    'config-key get': { json: {} },
  });
  const read = async () => {
    await ceph.read({ prefix: 'status' });
    await ceph.read({ prefix: 'config-key dump', key: 'ours/' });
    await ceph.read({ prefix: 'config-key dump', key: 'others/' });
    await ceph.readText({ prefix: 'config-key get', key: 'ours/lease' });
    await ceph.readText({ prefix: 'config-key get', key: 'ours/tasks' });
    return asked.splice(0).map((each) => ('command' in each ? each.command['key'] : undefined));
  };
  await read();
  await ceph.writeInput({ prefix: 'config-key set', key: 'ours/lease' }, 'held');
  asked.length = 0;
  expect(await read()).toEqual(['ours/', 'ours/lease']);
  await ceph.write({ prefix: 'config-key rm', key: 'others/x' });
  asked.length = 0;
  expect(await read()).toEqual(['others/']);
});

test('after a refused write of several, the later ones are not sent and the earlier ones are named', async () => {
  const { ceph, asked } = recordedCeph(fakeClock(), { 'osd pool rename': refused(-17, 'exists') });
  const writing = ceph.write(
    { prefix: 'osd pool set', pool: 'p', var: 'size', val: '2' },
    { prefix: 'osd pool rename' },
    { prefix: 'osd pool application enable' },
  );
  await expect(writing).rejects.toMatchObject({
    status: 409,
    message: 'Ceph: exists (EEXIST from `osd pool rename`). Already done: osd pool set size',
  });
  expect(asked).toHaveLength(2);
});

test('placement groups are counted less often the longer that takes', async () => {
  const clock = fakeClock();
  const { ceph, asked } = recordedCeph(clock, {
    'pg states': async () => {
      await clock.advance(2000);
      return { rc: 0, outs: '', data: { all: {}, inactive: {} } };
    },
  });
  await ceph.pgStates();
  await clock.advance(1500);
  await ceph.pgStates();
  await clock.advance(9000);
  await ceph.pgStates();
  expect(asked).toHaveLength(2);
});

/** A cluster whose helper gives the same reply to everything. */
function replying(reply: Partial<HelperReply>) {
  const requests: [request: HelperRequest, timeoutMs: number][] = [];
  const clock = fakeClock();
  const request = async (asking: HelperRequest, timeoutMs: number): Promise<HelperReply> => {
    requests.push([asking, timeoutMs]);
    return { rc: 0, outs: '', ...reply };
  };
  const ceph = createCeph({ request, complaints: ['no keyring'] }, clock, 1000);
  return { ceph, clock, requests };
}

test('each kind of request has its form, and as much time as its answer may need', async () => {
  const { ceph, requests } = replying({ text: '{"fsid":"f"}' });
  expect(await readFsid(ceph)).toBe('f');
  await ceph.readText({ prefix: 'osd getmap' });
  await ceph.readBinary({ prefix: 'osd getcrushmap' });
  await ceph.writeInput({ prefix: 'osd setcrushmap' }, 'map');
  await ceph.tellOsd(3, { prefix: 'bench' });
  await ceph.pgStates();
  await ceph.oldestScrubs();
  await ceph.options();
  expect(requests).toEqual([
    [{ command: { prefix: 'status', format: 'json' } }, 30_000],
    [{ command: { prefix: 'fsid', format: 'json' } }, 30_000],
    [{ command: { prefix: 'osd getmap' } }, 30_000],
    [{ command: { prefix: 'osd getcrushmap' }, binary: true }, 30_000],
    [{ command: { prefix: 'osd setcrushmap' }, input: Buffer.from('map').toString('base64') }, 30_000],
    [{ command: { prefix: 'bench', format: 'json' }, target: 'osd.3' }, 180_000],
    [{ summary: 'pg states' }, 30_000],
    [{ summary: 'oldest scrubs' }, 60_000],
    [{ summary: 'options' }, 60_000],
  ]);
});

test('that something does not exist is an answer that is shared like any other', async () => {
  const { ceph, clock, requests } = replying({ rc: -2, outs: 'no such key' });
  const missing = () =>
    expect(ceph.readText({ prefix: 'config-key get', key: 'ours/x' }, { forMs: 5000 })).rejects.toMatchObject(
      {
        status: 404,
      },
    );
  await missing();
  await clock.advance(4000);
  await missing();
  expect(requests).toHaveLength(1);
  await clock.advance(2000);
  await missing();
  expect(requests).toHaveLength(2);
});

test('an order goes to the manager itself, and may take a quarter of an hour', async () => {
  const { ceph, requests } = replying({ text: 'Created osd(s) 3\n' });
  expect(await ceph.order({ prefix: 'orch daemon add osd' })).toBe('Created osd(s) 3');
  expect(requests).toEqual([[{ command: { prefix: 'orch daemon add osd' }, target: 'mgr' }, 900_000]]);
});

test('an answer without content is empty', async () => {
  const { ceph } = replying({ outs: ' pool 2 created\n' });
  expect(await ceph.readText({ prefix: 'mon getmap' })).toBe('');
  expect(await ceph.readBinary({ prefix: 'osd getcrushmap' })).toEqual({
    content: Buffer.alloc(0),
    outs: ' pool 2 created\n',
  });
  expect(await ceph.tellOsd(3, { prefix: 'bench' })).toBeNull();
  expect(await ceph.writeOne({ prefix: 'osd pool create' })).toBe('pool 2 created');
});

test('the message of a command is that of the monitors, or else the output of the manager module', async () => {
  const message = (outs: string) => replying({ outs, text: 'scheduled\n' }).ceph.writeOne({ prefix: 'x' });
  expect(await message('done\n')).toBe('done');
  expect(await message('')).toBe('scheduled');
});

test('a text that is read anew is not shared, and others are', async () => {
  const { ceph, requests } = replying({ text: 'key' });
  const command = { prefix: 'auth get' };
  await ceph.readText(command);
  await ceph.readText(command);
  expect(requests).toHaveLength(1);
  await ceph.readText(command, { fresh: true });
  await ceph.read(command, { fresh: true }).catch(() => undefined);
  expect(requests).toHaveLength(3);
});

test('the options of a cluster are read once an hour', async () => {
  const { ceph, clock, requests } = replying({ data: [] });
  await ceph.options();
  await clock.advance(59 * 60_000);
  await ceph.options();
  expect(requests).toHaveLength(1);
  await clock.advance(60_000);
  await ceph.options();
  expect(requests).toHaveLength(2);
});

test('a request without a connection is refused with the complaints of librados, not as a failed command', async () => {
  const { ceph } = replying({ rc: -2, outs: 'not found', unconnected: true });
  await expect(ceph.write({ prefix: 'osd set' })).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('no connection to the Ceph cluster') as string,
  });
});

test('a change that is not answered in time has an unknown outcome, and a read or a refused change has not', async () => {
  const { ceph } = recordedCeph(fakeClock(), {
    'osd set': refused(-110, 'timed out'),
    'osd unset': refused(-22, 'no'),
    'osd dump': refused(-110, 'timed out'),
  });
  await expect(ceph.write({ prefix: 'osd set', key: 'noout' })).rejects.toBeInstanceOf(UnknownOutcome);
  const later = ceph.write({ prefix: 'osd in' }, { prefix: 'osd set', key: 'noout' });
  await expect(later).rejects.toBeInstanceOf(UnknownOutcome);
  await expect(later).rejects.toMatchObject({
    message: expect.stringContaining('Already done: osd in') as string,
  });
  for (const plain of [ceph.write({ prefix: 'osd unset', key: 'noout' }), ceph.read({ prefix: 'osd dump' })])
    await expect(plain).rejects.not.toBeInstanceOf(UnknownOutcome);
});
