import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../../src/lib/clock.ts';
import { spawnHelper } from '../../../../src/service/ceph/helper/child.ts';
import { HelperProcess } from '../../../../src/service/ceph/helper/process.ts';
import { helperSource, pythonHelper } from '../../../../src/service/ceph/helper/source.ts';
import { standIn } from '../standIn.ts';

const PYTHON = '/usr/bin/python3';
/** The helper with stand-ins for librados and libcephfs, on a machine without librbd. */
const program = `
import sys, types
${standIn('rados', 'fakeRados.py')}
${standIn('cephfs', 'cephfsErrors.py', 'fakeCephfs.py')}
sys.modules["rbd"] = None
exec(${JSON.stringify(helperSource())})
`;
const FILESYSTEM = { name: 'storefs', id: 1 };

describe('librbd and libcephfs in the helper', () => {
  const helpers: HelperProcess[] = [];
  afterEach(() => Promise.all(helpers.splice(0).map((helper) => helper.close())));

  function start() {
    const helper = new HelperProcess({
      clock: systemClock(),
      command: pythonHelper(PYTHON, undefined, program),
      cluster: { name: 'client.admin', settings: {} },
      onLog: () => undefined,
    });
    helpers.push(helper);
    const ask = (call: string, args: object, more: { payload?: Uint8Array; timeoutMs?: number } = {}) => {
      const { timeoutMs = 30_000, ...rest } = more;
      return helper.request({ call, with: { ...args }, ...rest }, timeoutMs);
    };
    const files = (call: string, args: object, more = {}) =>
      ask(`files.${call}`, { filesystem: FILESYSTEM, ...args }, more);
    return { ask, files, helper };
  }

  test('a file has its attributes, and its inode keeps all 64 bits', async () => {
    const { files } = start();
    const stat = await files('stat', { path: '/kept' });
    expect(stat).toMatchObject({
      rc: 0,
      data: { ino: '1152921504606846977', mode: 0o100644, modified: 1000 },
    });
    expect(await files('stat', { path: '/nix' })).toMatchObject({
      rc: -2,
      outs: 'No such file or directory',
    });
  });

  test('bytes are written and read unchanged, in as many writes as needed', async () => {
    const { files } = start();
    const { data: handle } = await files('open', { path: '/kept' });
    const payload = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
    expect(await files('write', { handle, offset: 0 }, { payload })).toMatchObject({ rc: 0 });
    const read = await files('read', { handle, offset: 1, length: 300_000 });
    expect(read.payload?.equals(payload.subarray(1))).toBe(true);
    const end = await files('read', { handle, offset: 200_000, length: 10 });
    expect(end.payload).toHaveLength(0);
  });

  test('OSDs are asked which OSDs their requests wait for, and one that hangs is reported as silent, skipped next time, and delays nobody', async () => {
    const { ask } = start();
    const expected = {
      rc: 0,
      data: {
        waits: [
          { osd: 1, waitsFor: 2, requests: 1, oldest: 4.5 },
          { osd: 1, waitsFor: 9, requests: 2, oldest: 4.5 },
        ],
        pings: [
          { from: 1, to: 3, ms: 900.5 },
          { from: 1, to: 2, ms: 25.5 },
        ],
        clients: [{ client: 'client.4233', address: '10.0.0.7:0/99', pool: 2, requests: 5 }],
        queues: [],
        silent: [9],
      },
    };
    expect(await ask('osds.ask', { osds: [1, 9], seconds: 0.3 })).toMatchObject(expected);
    // The time in the queue follows from two readings.
    const queues = [{ osd: 1, ms: 12.5 }];
    const later = { ...expected, data: { ...expected.data, queues } };
    expect(await ask('osds.ask', { osds: [1, 9], seconds: 0.3 })).toMatchObject(later);
    // What all of them refuse to tell is not known.
    const { data } = await ask('osds.ask', { osds: [5], seconds: 0.3 });
    expect(data).toEqual({ commits: [], silent: [] });
  });

  test('the last ping of an OSD to each other one is that of the network where it took longer; OSDs that hang or refuse are left out', async () => {
    const { ask } = start();
    const data = [
      { from: 1, to: 2, ms: 3.5 },
      { from: 1, to: 3, ms: 160.5 },
      { from: 1, to: 4, ms: 150.25 },
    ];
    expect(await ask('osds.pings', { osds: [1, 5, 9], seconds: 0.3 })).toMatchObject({ rc: 0, data });
    expect(await ask('osds.pings', { osds: [9], seconds: 0.3 })).toMatchObject({ rc: 0, data: [] });
  });

  test('placement groups are asked which OSDs that are down they need, and one whose primary hangs is left out and delays nobody', async () => {
    const { ask } = start();
    const expected = {
      rc: 0,
      data: [
        { group: '1.3', osds: [5, 7] },
        { group: '1.2', osds: [4] },
      ],
    };
    expect(await ask('osds.needs', { groups: ['1.3', '1.9', '1.2', '1.4'], seconds: 0.3 })).toMatchObject(
      expected,
    );
    expect(await ask('osds.needs', { groups: ['1.3', '1.9', '1.2'], seconds: 0.3 })).toMatchObject(expected);
  });

  test('the latency of an OSD is the lower of its last two measurements, or the time that operations wait for its disk', async () => {
    const { ask } = start();
    const commits = async () => {
      const { data } = await ask('osds.ask', { osds: [1], seconds: 5 });
      return (data as { commits: { commitMs: number }[] }).commits.map(({ commitMs }) =>
        Math.round(commitMs),
      );
    };
    expect(await commits()).toEqual([]); // 100 commits in all, of any age
    expect(await commits()).toEqual([]); // ten, of 10 ms
    expect(await commits()).toEqual([10]); // none, while a copy of another OSD waits for the disk for 1500 ms
    expect(await commits()).toEqual([1500]); // one, of 2700 ms
    expect(await commits()).toEqual([2700]); // four, of 3300 ms
    expect(await commits()).toEqual([1500]); // none
    expect(await commits()).toEqual([]); // it was started anew
  });

  test('the time that requests wait in the queue of an OSD is told since the previous question, from a millisecond on', async () => {
    const { ask } = start();
    const queues = async () =>
      ((await ask('osds.ask', { osds: [1], seconds: 5 })).data as { queues: { ms: number }[] }).queues;
    expect(await queues()).toEqual([]); // 100 requests in all, at any time
    expect(await queues()).toEqual([{ osd: 1, ms: 12.5 }]); // ten, of 12.5 ms
    expect(await queues()).toEqual([]); // ten, of half a millisecond
    expect(await queues()).toEqual([]); // none
  });

  test('the commit latency of an OSD since the last call is measured apart from those questions', async () => {
    const { ask } = start();
    const latest = async () => {
      const { data } = await ask('osds.commits', { osds: [1], seconds: 5 });
      return (data as { commitMs: number }[]).map(({ commitMs }) => Math.round(commitMs));
    };
    const readings = [];
    for (let reading = 0; reading < 6; reading++) readings.push(await latest());
    expect(readings).toEqual([[], [10], [], [2700], [3300], []]);
  });

  test('of many OSDs that have not told their latency in time, at most eight are asked again with each question', async () => {
    const { ask } = start();
    const osds = Array.from({ length: 20 }, (_, index) => 100 + index);
    expect(await ask('osds.commits', { osds, seconds: 0.1 })).toMatchObject({ rc: 0, data: [] });
    await ask('osds.ask', { osds: [2], seconds: 5 });
    let latencies: unknown[] = [];
    while (latencies.length === 0)
      latencies = (await ask('osds.commits', { osds, seconds: 5 })).data as unknown[];
    expect(latencies.length).toBeLessThanOrEqual(8);
  });

  test('calls that wait do not delay commands', async () => {
    const { files, helper } = start();
    const order: string[] = [];
    const waiting = Array.from({ length: 20 }, () =>
      files('stat', { path: '/slow' }).then(() => order.push('call')),
    );
    await helper.request({ command: { prefix: 'status' } }, 30_000).then(() => order.push('command'));
    await waiting[0];
    expect(order[0]).toBe('command');
    await Promise.all(waiting);
  });

  test('a call that is not answered in time is given up, and not executed if it has not begun', async () => {
    const { files } = start();
    await files('stat', { path: '/kept' });
    const waiting = Array.from({ length: 8 }, () => files('stat', { path: '/slow' }));
    const late = await files('remove_file', { path: '/wanted' }, { timeoutMs: 100 });
    expect(late.rc).toBe(-110);
    await Promise.all(waiting);
    expect(await files('stat', { path: '/wanted' })).toMatchObject({ rc: 0 });
  });

  test('a client that was evicted mounts again and repeats the call, and its open files are gone', async () => {
    const { files } = start();
    const { data: handle } = await files('open', { path: '/kept' });
    expect(await files('stat', { path: '/kept' })).toMatchObject({ data: { uid: 1 } });
    await files('stat', { path: '/evict' });
    expect(await files('stat', { path: '/kept' })).toMatchObject({ data: { uid: 2 } });
    expect(await files('read', { handle, offset: 0, length: 1 })).toMatchObject({ rc: -9 });
  });

  test('another filesystem of the same name is mounted again', async () => {
    const { ask, files } = start();
    await files('stat', { path: '/kept' });
    const again = { filesystem: { ...FILESYSTEM, id: 2 }, path: '/kept' };
    expect(await ask('files.stat', again)).toMatchObject({ data: { uid: 2 } });
  });

  test('a missing library is named with its package, and everything else works', async () => {
    const { ask, files } = start();
    const reply = await ask('images.names', { pool: 'rbd' });
    expect(reply).toMatchObject({ rc: -95, outs: expect.stringContaining('python3-rbd') });
    expect(await files('stat', { path: '/kept' })).toMatchObject({ rc: 0 });
  });

  test.each([
    ['while a reply is written', '{"id": 2, "command": {"prefix": "status"}}\n'],
    ['within a request', '{"id": 2, "comm'],
    [
      'within the bytes of a request',
      '{"id": 2, "call": "files.write", "within": 30, "bytes": 9, "with": {}}\nabc',
    ],
  ])('the filesystem is released when the parent is killed %s', async (_, last) => {
    const command = pythonHelper(PYTHON, undefined, program);
    const child = spawnHelper(command);
    const stat = { call: 'files.stat', within: 30, with: { filesystem: FILESYSTEM, path: '/kept' } };
    child.stdin.write(
      `${command.first}${JSON.stringify({ name: 'client.admin' })}\n${JSON.stringify({ id: 1, ...stat })}\n`,
    );
    let said = '';
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.includes('"id": 1')) break;
    }
    // To leave the loop has closed the output.
    child.stdin.write(last);
    await setTimeout(200); // for the reply that meets a closed pipe
    child.stdin.end();
    expect(await text(child.stderr)).toContain('unmounted');
  });
});
