import { expect, test } from 'vitest';
import { rehearse } from '../../bench/causes/rehearsal.ts';
import { createApi } from '../../src/api/client.ts';
import { ApiError } from '../../src/api/failure.ts';
import { readSnapshot, readSnapshotLog } from '../../src/diagnosis/read.ts';
import { embeddedTransport } from '../../src/service/embedded.ts';
import { fakeClock } from '../support/fakeClock.ts';

async function onSimulation() {
  const clock = fakeClock();
  const engine = rehearse({ clock, seed: 1, scale: 60, kinds: ['osd-down'], after: 30 });
  await clock.advance(60_000);
  const transport = embeddedTransport(engine);
  const now = engine.cluster.model.timeOf(engine.cluster.model.tick);
  const api = createApi({
    transport,
    readOnly: () => true,
    onWrite: () => undefined,
    clock: { now: () => now, elapsed: () => 0 },
  });
  return { api, now };
}

test('a snapshot of a working service has all its parts', async () => {
  const { api, now } = await onSimulation();
  const snapshot = await readSnapshot(api, now);
  expect(Object.entries(snapshot).filter(([, part]) => part === undefined)).toEqual([]);
  expect(snapshot.at).toBe(now);
  expect(snapshot.disks!.filter(({ role }) => role === 'osd')).toHaveLength(60);
  expect(snapshot.log!.map(({ m }) => m)).toContainEqual(expect.stringMatching(/osd\.\d+ failed .*refused/));
});

test('a snapshot leaves out what the service refuses, and has the rest', async () => {
  const { api, now } = await onSimulation();
  const declined = () => Promise.reject(new ApiError({ kind: 'rejected', status: 501, message: 'no' }));
  const snapshot = await readSnapshot(
    { ...api, listDisks: declined, getGraph: declined, readLogs: declined },
    now,
  );
  expect(snapshot.disks).toBeUndefined();
  expect(snapshot.writeLatency).toBeUndefined();
  expect(snapshot.log).toBeUndefined();
  expect(snapshot.crush?.nodes?.length).toBeGreaterThan(60);
});

test('without an answer for the status there is no snapshot', async () => {
  const { api, now } = await onSimulation();
  const refused = new ApiError({ kind: 'rejected', status: 503, message: 'not now' });
  await expect(readSnapshot({ ...api, getClusterStatus: () => Promise.reject(refused) }, now)).rejects.toBe(
    refused,
  );
});

test('the log of a snapshot is in order of time, at most a quarter of an hour old, and without routine lines', async () => {
  const { api, now } = await onSimulation();
  const { events } = await readSnapshotLog(api);
  const times = events.map(({ t }) => t!);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]! * 1000).toBeGreaterThanOrEqual(now - 15 * 60_000);
  expect(events.filter(({ p, s }) => p! > 4 && !['kernel', 'mon', 'mgmt'].includes(s!))).toEqual([]);
});

test('warnings and info lines of the log are merged, back to a quarter of an hour before the newest', async () => {
  const asked: unknown[] = [];
  const readLogs = (({ query }: { query: { priority: readonly number[] } }) => {
    asked.push(query);
    const at = (...times: number[]) => times.map((t) => ({ t }));
    return Promise.resolve(query.priority.includes(4) ? at(99, 100, 1000) : at(50, 500));
  }) as unknown as Parameters<typeof readSnapshotLog>[0]['readLogs'];
  expect((await readSnapshotLog({ readLogs })).events.map(({ t }) => t)).toEqual([100, 500, 1000]);
  expect(asked).toEqual([
    { lines: 1500, priority: [0, 1, 2, 3, 4] },
    { lines: 500, priority: [5, 6], service: ['kernel', 'mon', 'mgmt'] },
  ]);
});

test('changes and ends of OSDs are read from half a day before the newest line', async () => {
  const command = ` cmd=[{"prefix": "osd out", "ids": ["3"]}]: finished`;
  const readLogs = (({ query }: { query: { priority: readonly number[] } }) =>
    Promise.resolve(
      query.priority.includes(4)
        ? [{ t: 50_000 }]
        : [
            { t: 6_799, m: command },
            { t: 6_800, m: command },
            { t: 7_000, m: 'setting osd_max_backfills changed to 1' },
            { t: 8_000, m: 'cluster [INF] osd.3 boot' },
            { t: 9_000, m: 'cluster [INF] Health check cleared: MON_CLOCK_SKEW' },
          ],
    )) as unknown as Parameters<typeof readSnapshotLog>[0]['readLogs'];
  expect((await readSnapshotLog({ readLogs })).events.map(({ t }) => t)).toEqual([
    6_800, 7_000, 8_000, 50_000,
  ]);
});

test('a log without lines, or with lines without a time, is read', async () => {
  const log = async (...events: object[]) =>
    (await readSnapshotLog({ readLogs: () => Promise.resolve(events) })).events;
  expect(await log()).toEqual([]);
  expect(await log({ m: 'x' })).toEqual([{ m: 'x' }, { m: 'x' }]);
  // A line without a time counts as the oldest.
  expect(await log({ t: 800, m: 'new' }, { m: 'x' })).toEqual([
    { m: 'x' },
    { m: 'x' },
    { t: 800, m: 'new' },
    { t: 800, m: 'new' },
  ]);
});

test('a server whose clock is ahead does not make the lines of the others too old', async () => {
  const readLogs = (({ query }: { query: { priority: readonly number[] } }) =>
    Promise.resolve(
      query.priority.includes(4) ? [{ t: 9_000 }, { t: 9_990 }, { t: 13_600 }] : [],
    )) as unknown as Parameters<typeof readSnapshotLog>[0]['readLogs'];
  const times = async (now: number) => (await readSnapshotLog({ readLogs }, now)).events.map(({ t }) => t);
  expect(await times(10_000_000)).toEqual([9_990, 13_600]);
  expect(await times(9_900_000)).toEqual([9_000, 9_990, 13_600]);
});

/** A log whose lines have their numbers as cursors, and the queries that were sent to it. */
function countedLog(count: number) {
  const line = (number: number) => ({ c: String(number), t: number, p: 4, m: `line ${number}` });
  const log = { lines: Array.from({ length: count }, (_, number) => line(number)), asked: [] as unknown[] };
  const readLogs = (({
    query,
  }: {
    query: { priority: readonly number[]; lines: number; cursor?: string };
  }) => {
    if (!query.priority.includes(4)) return Promise.resolve([]);
    log.asked.push(query.cursor);
    if (query.cursor === undefined) return Promise.resolve(log.lines.slice(-query.lines));
    const from = log.lines.findIndex(({ c }) => c === query.cursor) + 1;
    if (from === 0)
      return Promise.reject(new ApiError({ kind: 'rejected', status: 400, message: 'unknown' }));
    return Promise.resolve(log.lines.slice(from, from + query.lines));
  }) as unknown as Parameters<typeof readSnapshotLog>[0]['readLogs'];
  const read = (known?: Awaited<ReturnType<typeof readSnapshotLog>>, now = 1e7) =>
    readSnapshotLog({ readLogs }, now, {}, known);
  return { ...log, add: (number: number) => void log.lines.push(line(number)), read };
}

test('of the log only the lines after the known ones are read', async () => {
  const { lines, asked, add, read } = countedLog(3);
  const first = await read();
  add(3);
  const second = await read(first);
  expect(second.events).toEqual(lines);
  expect((await read(second)).events).toEqual(lines);
  expect(asked).toEqual([undefined, '2', '3']);
});

test('lines that arrived before the newest one are not read again, even if they are older', async () => {
  const { lines, asked, add, read } = countedLog(0);
  for (const number of [900, 100, 200]) add(number);
  const first = await read();
  const second = await read(first);
  expect(asked).toEqual([undefined, '200']);
  expect(second.events).toEqual([lines[1], lines[2], lines[0]]);
});

test('the newest lines of the log are read if too many have arrived or the known ones are unknown to the service', async () => {
  const { lines, asked, add, read } = countedLog(3);
  const first = await read();
  for (let number = 3; number < 2000; number++) add(number);
  expect((await read(first)).events.length).toBe(900 + 1);
  const other = { events: [{ t: 2000, p: 4 }], cursors: ['other'] };
  expect((await read(other)).events).toEqual(lines.slice(-901));
  expect(asked).toEqual([undefined, '2', undefined, 'other', undefined]);
});

test('the newest lines of the log are read at once while all of them are new', async () => {
  const { asked, add, read } = countedLog(0);
  // 300 lines a second, of which the last 1500 are returned.
  for (let number = 0; number < 3000; number++) add(number / 300);
  const known = await read(undefined, 10_000);
  // So many may arrive in five seconds, but not in one, and none does a minute later.
  await read(known, 15_000);
  await read(known, 11_000);
  await read(known, 70_000);
  const last = String(2999 / 300);
  expect(asked).toEqual([undefined, undefined, last, last]);
});

test('known lines of a server whose clock is ahead neither hide new lines of the log nor repeat others', async () => {
  const { lines, asked, add, read } = countedLog(2);
  add(100);
  add(2);
  const first = await read(undefined, 3000);
  add(3);
  expect((await read(first, 3000)).events).toEqual(lines.toSorted((a, b) => a.t - b.t));
  expect(asked).toEqual([undefined, '2']);
});
