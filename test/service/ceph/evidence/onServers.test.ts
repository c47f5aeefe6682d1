import { expect, test } from 'vitest';
import { lostDaemonReader } from '../../../../src/service/ceph/evidence/lostDaemons.ts';
import { serverObserver } from '../../../../src/service/ceph/evidence/observe.ts';
import { serverReader } from '../../../../src/service/ceph/evidence/onServers.ts';
import { resentSegments } from '../../../../src/service/ceph/evidence/resent.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { recordedCeph } from '../recordedCeph.ts';
import { sender } from './cluster.ts';

const HOSTS = Array.from({ length: 10 }, (_, index) => `h${index}`);
const onAll = <T>(server: T) => Object.fromEntries(HOSTS.map((host) => [host, server]));
const never = () => new Promise<never>(() => undefined);

function reader(unreached: Readonly<Record<string, string>> = {}) {
  const clock = fakeClock();
  const servers = { a: { ...sender(0.5), 'host.runs': () => false }, ...onAll(sender(0)) };
  const { access, lines } = fakeAccess(servers, undefined, unreached);
  const { ceph } = recordedCeph(clock);
  const read = serverReader({ ceph, access, clock });
  const nodes = {
    osd: { a: [1], ...Object.fromEntries(HOSTS.map((host, id) => [host, [id + 10]])) },
    mon: { a: ['m'] },
  };
  const none = { nodes, waiting: [], suspects: [], up: new Set<number>(), out: [], clocks: [] };
  const after = (some: Partial<typeof none> | { waiting: number[]; suspects: number[]; out: string[] }) =>
    read({ ...none, ...some });
  return { clock, lines, after };
}

test('no server is asked while nothing is wrong, and a single OSD or monitor is reason enough', async () => {
  const { clock, lines, after } = reader();
  expect(await after({})).toEqual({});
  expect(lines).toEqual([]);
  const suspect = { waiting: [1], suspects: [1], out: ['m'] };
  const lostMonitors = [{ mon: 'm', server: 'a', runs: false }];
  expect(await after(suspect)).toMatchObject({ lostMonitors, servers: { length: 8 } });
  await clock.advance(5000);
  const { resent, servers, ...rest } = await after(suspect);
  expect(rest).toEqual({ lostMonitors });
  expect(servers).toHaveLength(8);
  expect(resent).toHaveLength(8);
  expect(resent?.[0]).toEqual({ server: 'a', sent: 1000, again: 500 });
});

test('of the servers of suspects only those that were asked can be unreached, which are eight', async () => {
  const { after } = reader({ a: 'gone', ...onAll('refused') });
  const suspects = HOSTS.map((_, id) => id + 10);
  const unreached = HOSTS.slice(0, 8).map((server) => ({ server, why: 'refused' }));
  expect(await after({ waiting: [], suspects, out: [] })).toMatchObject({ unreached });
});

test('the servers of at most eight lost daemons are asked, and what they said counts for half a minute', async () => {
  const clock = fakeClock();
  let hangs = false;
  const { access, lines } = fakeAccess(onAll({ 'host.runs': () => (hangs ? never() : true) }));
  const lostOn = lostDaemonReader(access, clock);
  const lost = HOSTS.map((server) => ({ kind: 'mon', name: server, server }) as const);
  const told = async () => {
    const late = lostOn(lost);
    await clock.advance(2000);
    return (await late).map(({ runs }) => runs);
  };
  const known = [...Array.from({ length: 8 }, () => true), undefined, undefined];
  expect(await told()).toEqual(known);
  expect(lines).toHaveLength(8);
  hangs = true;
  await clock.advance(27_960);
  const last = lostOn(lost);
  await clock.advance(40);
  expect((await last).map(({ runs }) => runs)).toEqual(known);
  expect(await told()).toEqual(lost.map(() => undefined));
});

/** Readings of servers that send as much as `sent` says, of which a tenth again. */
function segments() {
  const clock = fakeClock();
  const state = { sent: 0, hangs: false };
  const { access, lines } = fakeAccess(
    onAll({
      'host.observe': () =>
        state.hangs ? never() : { clock: [0, 0], segments: { sent: state.sent, again: 0.1 * state.sent } },
    }),
  );
  const observe = serverObserver(access, clock);
  const resent = async (hosts: readonly string[]) => resentSegments(hosts, await observe(hosts));
  return { clock, state, lines, resent };
}

test('segments are counted since the previous reading of the last half minute, unless the counters started again', async () => {
  const { clock, state, lines, resent } = segments();
  const next = async (sent: number, ms: number) => {
    await clock.advance(ms);
    state.sent = sent;
    return resent(['h0']);
  };
  const of = (sent: number) => [{ server: 'h0', sent, again: 0.1 * sent }];
  expect(await next(1000, 0)).toEqual([]);
  expect(await next(3000, 30_000)).toEqual(of(2000));
  expect(await next(3000, 5000)).toEqual(of(0));
  expect(await next(4000, 30_001)).toEqual([]);
  expect(await next(3990, 5000)).toEqual([]);
  expect(await next(4000, 5000)).toEqual(of(10));
  expect(new Set(lines)).toEqual(new Set(['h0: host.observe {}']));
});

test('the segments of a server that hangs count for half a minute', async () => {
  const { clock, state, resent } = segments();
  await resent(HOSTS);
  state.sent = 100;
  await clock.advance(4000);
  const all = HOSTS.map((server) => ({ server, sent: 100, again: 10 }));
  expect(await resent(HOSTS)).toEqual(all);
  state.hangs = true;
  const after = async (ms: number) => {
    await clock.advance(ms - 40);
    const late = resent(HOSTS);
    await clock.advance(40);
    return late;
  };
  expect(await after(30_000)).toEqual(all);
  expect(await after(40)).toEqual([]);
});
