import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.ts';
import { HelperProcess } from '../../../../src/service/ceph/helper/process.ts';
import type { ClusterLogLine, HelperRequest } from '../../../../src/service/ceph/helper/protocol.ts';
import { pythonHelper } from '../../../../src/service/ceph/helper/source.ts';
import { helperOnFakeRados } from '../fakeRados.ts';

const PYTHON = '/usr/bin/python3';

describe('helper.py', () => {
  const helpers: HelperProcess[] = [];
  const logs: ClusterLogLine[] = [];
  const start = (name: string) => {
    const helper = new HelperProcess({
      clock: systemClock(),
      command: pythonHelper(PYTHON, undefined, helperOnFakeRados),
      cluster: { name, settings: {} },
      onLog: (line) => logs.push(line),
    });
    helpers.push(helper);
    return (request: HelperRequest) => helper.request(request, 30_000);
  };
  const ask = start('client.admin');
  const mon = (prefix: string) => ask({ command: { prefix } });
  afterAll(() => Promise.all(helpers.map((helper) => helper.close())));

  test('helper.py passes on a command and its answer', async () => {
    expect(await mon('status')).toMatchObject({ rc: 0, text: '{"fsid": "f", "health": "fine"}' });
  });

  test('helper.py has a short command line in the process list', async () => {
    await mon('status');
    expect(readFileSync(`/proc/${helpers[0]?.pid}/cmdline`).length).toBeLessThan(200);
  });

  test('helper.py passes on refusals from Ceph and exceptions from librados, and keeps running', async () => {
    expect(await mon('nonsense')).toMatchObject({ rc: -22, outs: 'command not known' });
    expect(await mon('raise')).toMatchObject({ rc: -32, outs: 'broken pipe' });
    expect(await mon('status')).toMatchObject({ rc: 0 });
  });

  test('helper.py refuses messages that it does not understand, and keeps running', async () => {
    expect(await ask({ command: { prefix: 'status' }, target: 'host.1' })).toMatchObject({ rc: -22 });
    expect(await ask({} as HelperRequest)).toMatchObject({ rc: -22 });
    expect(await ask({ summary: 'nonsense' } as unknown as HelperRequest)).toMatchObject({ rc: -22 });
  });

  test('a slow command of helper.py does not delay the others', async () => {
    const order: string[] = [];
    const slow = mon('slow').then(() => order.push('slow'));
    await Promise.all([slow, mon('status').then(() => order.push('quick'))]);
    expect(order).toEqual(['quick', 'slow']);
  });

  test('many large answers of helper.py do not delay a small one', async () => {
    const order: string[] = [];
    const large = Array.from({ length: 20 }, () => mon('osd perf').then(() => order.push('large')));
    await Promise.all([...large, mon('status').then(() => order.push('small'))]);
    expect(order[0]).toBe('small');
  });

  test('helper.py sends commands to a single OSD, and passes on output that is not UTF-8', async () => {
    const reply = await ask({ command: { prefix: 'bench' }, target: 'osd.3' });
    expect(reply).toMatchObject({ rc: 0, outs: 'osd.3', text: '\ufffd' });
  });

  test('helper.py extracts keys from an answer, or from each object in it', async () => {
    expect(await ask({ command: { prefix: 'osd dump' }, only: ['flags_set', 'absent'] })).toMatchObject({
      data: { flags_set: ['noout'] },
    });
    expect(await ask({ command: { prefix: 'osd metadata' }, only: ['id', 'hostname'] })).toMatchObject({
      data: [{ id: 0, hostname: 'a' }, { id: 1 }],
    });
  });

  test('helper.py counts placement groups by pool and state, and names inactive ones', async () => {
    expect(await ask({ summary: 'pg states' })).toMatchObject({
      rc: 0,
      data: {
        all: { '1': { 'active+clean': 2 }, '2': { peering: 1, 'stale+active+clean': 1 } },
        inactive: { '2': { peering: [31], 'stale+active+clean': [0] } },
      },
    });
  });

  test('helper.py sums what each OSD has to send and to receive in the queues of recovery', async () => {
    const entry = (osd: number, pool: number, sends: number, receives: number) => ({
      osd,
      pool,
      sends,
      receives,
    });
    const { data } = await ask({ summary: 'pg states' });
    const { recovery } = data as { readonly recovery: { readonly queues: readonly object[] } };
    expect(recovery).toMatchObject({
      groups: 5,
      parallel: 2,
      // The groups of pool 5 replay a log, and say of which OSD they lack objects in no list.
      pools: expect.arrayContaining([
        { pool: 3, left: 130, running: 1 },
        { pool: 4, left: 60, running: 2 },
        { pool: 5, left: 10, running: 1 },
      ]) as unknown,
    });
    // A group that waits for backfill has all its hundred objects left, the one that runs the other thirty.
    expect(new Set(recovery.queues)).toEqual(
      new Set([
        entry(4, 3, 130, 0),
        entry(4, 4, 30, 0),
        entry(4, 5, 0, 5),
        entry(5, 5, 5, 0),
        entry(6, 3, 0, 100),
        entry(6, 4, 0, 30),
        entry(6, 5, 5, 5),
        entry(7, 3, 0, 30),
        entry(7, 4, 0, 30),
      ]),
    );
  });

  test('helper.py finds the oldest scrub of each OSD, apart from groups that have not reported any', async () => {
    const [plain, deep] = [Date.UTC(2026, 10, 20, 10) / 1000, Date.UTC(2026, 10, 19, 10) / 1000];
    expect(await ask({ summary: 'oldest scrubs' })).toMatchObject({
      rc: 0,
      data: { '0': [plain, deep], '1': [plain, deep], '2': [null, deep] },
    });
  });

  test('helper.py collects the description of every option', async () => {
    expect(await ask({ summary: 'options' })).toMatchObject({ data: [{ name: 'a' }, { name: 'b' }] });
  });

  test('helper.py passes on the cluster log', async () => {
    await mon('status');
    expect(logs).toContainEqual({
      channel: 'cluster',
      name: 'osd.3',
      seconds: 1000,
      microseconds: 250_000,
      seq: 7,
      level: '[WRN]',
      message: 'Grüße',
    });
  });

  test('helper.py reports a lost connection with the reason', async () => {
    const reply = await start('client.nobody')({ command: { prefix: 'status' } });
    expect(reply).toMatchObject({ unconnected: true, rc: -13, outs: 'permission denied' });
  });

  test('helper.py refuses another cluster than the one in the configuration', async () => {
    const reply = await start('client.elsewhere')({ command: { prefix: 'status' } });
    expect(reply).toMatchObject({
      unconnected: true,
      outs: expect.stringMatching(/names the cluster 565f.*, but 66.* answers/) as string,
    });
  });
});
