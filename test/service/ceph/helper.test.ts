import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/lib/clock.ts';
import { HelperProcess } from '../../../src/service/ceph/helperProcess.ts';
import type { ClusterLogLine, HelperRequest } from '../../../src/service/ceph/helperProtocol.ts';
import { helperSource, pythonHelper } from '../../../src/service/ceph/helperSource.ts';

const PYTHON = '/usr/bin/python3';
const fake = readFileSync(new URL('./fakeRados.py', import.meta.url), 'utf8');
/** helper.py with fakeRados.py in the place of librados. */
const program = `
import sys, types
rados = types.ModuleType("rados")
exec(${JSON.stringify(fake)}, rados.__dict__)
sys.modules["rados"] = rados
exec(${JSON.stringify(helperSource())})
`;

describe('helper.py', () => {
  const helpers: HelperProcess[] = [];
  const logs: ClusterLogLine[] = [];
  const start = (name: string) => {
    const helper = new HelperProcess({
      clock: systemClock(),
      command: pythonHelper(PYTHON, undefined, program),
      cluster: { name, settings: {} },
      onLog: (line) => logs.push(line),
    });
    helpers.push(helper);
    return (request: HelperRequest) => helper.request(request, 30_000);
  };
  const ask = start('client.admin');
  const mon = (prefix: string) => ask({ command: { prefix } });
  afterAll(() => Promise.all(helpers.map((helper) => helper.close())));

  test('helper.py passes a command on and its answer back', async () => {
    expect(await mon('status')).toMatchObject({ rc: 0, text: '{"fsid": "f", "health": "fine"}' });
  });

  test('helper.py stands in the list of processes with a short line', async () => {
    await mon('status');
    expect(readFileSync(`/proc/${helpers[0]?.pid}/cmdline`).length).toBeLessThan(200);
  });

  test("helper.py passes Ceph's refusals and librados' exceptions back, and lives on", async () => {
    expect(await mon('nonsense')).toMatchObject({ rc: -22, outs: 'command not known' });
    expect(await mon('raise')).toMatchObject({ rc: -32, outs: 'broken pipe' });
    expect(await mon('status')).toMatchObject({ rc: 0 });
  });

  test('helper.py refuses what it does not understand, and lives on', async () => {
    expect(await ask({ command: { prefix: 'status' }, target: 'host.1' })).toMatchObject({ rc: -22 });
    expect(await ask({} as HelperRequest)).toMatchObject({ rc: -22 });
    expect(await ask({ summary: 'nonsense' } as unknown as HelperRequest)).toMatchObject({ rc: -22 });
  });

  test('a slow command does not hold up the others', async () => {
    const order: string[] = [];
    const slow = mon('slow').then(() => order.push('slow'));
    await Promise.all([slow, mon('status').then(() => order.push('quick'))]);
    expect(order).toEqual(['quick', 'slow']);
  });

  test('many answers that grow with the cluster do not hold up a small one', async () => {
    const order: string[] = [];
    const large = Array.from({ length: 20 }, () => mon('osd perf').then(() => order.push('large')));
    await Promise.all([...large, mon('status').then(() => order.push('small'))]);
    expect(order[0]).toBe('small');
  });

  test('helper.py speaks to a single OSD; what is not UTF-8 arrives all the same', async () => {
    const reply = await ask({ command: { prefix: 'bench' }, target: 'osd.3' });
    expect(reply).toMatchObject({ rc: 0, outs: 'osd.3', text: '\ufffd' });
  });

  test('helper.py picks keys from an answer, or from each object in it', async () => {
    expect(await ask({ command: { prefix: 'osd dump' }, only: ['flags_set', 'absent'] })).toMatchObject({
      data: { flags_set: ['noout'] },
    });
    expect(await ask({ command: { prefix: 'osd metadata' }, only: ['id', 'hostname'] })).toMatchObject({
      data: [{ id: 0, hostname: 'a' }, { id: 1 }],
    });
  });

  test('helper.py counts placement groups by pool and state, and names those that are inactive', async () => {
    expect(await ask({ summary: 'pg states' })).toMatchObject({
      rc: 0,
      data: {
        all: { '1': { 'active+clean': 2 }, '2': { peering: 1, 'stale+active+clean': 1 } },
        inactive: { '2': { peering: [31], 'stale+active+clean': [0] } },
      },
    });
  });

  test('helper.py collects what is said of every option', async () => {
    expect(await ask({ summary: 'options' })).toMatchObject({ data: [{ name: 'a' }, { name: 'b' }] });
  });

  test('helper.py hands on the cluster log', async () => {
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

  test('helper.py says when there is no connection, and why', async () => {
    const reply = await start('client.nobody')({ command: { prefix: 'status' } });
    expect(reply).toMatchObject({ unconnected: true, rc: -13, outs: 'permission denied' });
  });

  test('helper.py stays away from another cluster than the configuration names', async () => {
    const reply = await start('client.elsewhere')({ command: { prefix: 'status' } });
    expect(reply).toMatchObject({
      unconnected: true,
      outs: expect.stringMatching(/names the cluster 565f.*, but 66.* answers/) as string,
    });
  });
});
