import { expect, test } from 'vitest';
import {
  clocksOf,
  commitTimes,
  endedOsds,
  monitorsOut,
  sustainedTimes,
  namedOsds,
  quorumOf,
  slowestOf,
} from '../../../../src/service/ceph/evidence/answers.ts';
import { busiestClients } from '../../../../src/service/ceph/evidence/clients.ts';

const perf = (...stats: object[]) => ({
  osdstats: { osd_perf_infos: stats.map((perf_stats, id) => ({ id, perf_stats })) },
});

test('commit times are in milliseconds for either release', () => {
  expect([
    ...commitTimes(
      perf({ commit_latency_ms: 2 }, { commit_latency_ms: 2, commit_latency_ns: 2_500_000 }, {}),
    ),
  ]).toEqual([
    [0, 2],
    [1, 2.5],
    [2, 0],
  ]);
});

test('commit times that are all 0 count as no measurement', () => {
  expect(commitTimes(perf({ commit_latency_ms: 0, commit_latency_ns: 0 }, {})).size).toBe(0);
});

test('an OSD is among the slowest only if it was slow twice', () => {
  const times = (...ms: number[]) => new Map(ms.map((time, osd) => [osd, time]));
  expect(slowestOf(sustainedTimes(times(2, 300, 90), times(3, 4, 100)), 2)).toEqual([
    { osd: 2, commitMs: 90 },
    { osd: 1, commitMs: 4 },
  ]);
  expect(sustainedTimes(times(2), times()).size).toBe(0);
  expect(sustainedTimes(times(), times(2)).size).toBe(0);
});

test("clocks that differ from the leader's are listed, and others are not", () => {
  const skews = { a: { skew: 0 }, b: { skew: -0.3 }, c: { skew: 0.002 }, d: { skew: 0.01 }, e: {} };
  expect(clocksOf({ time_skew_status: skews })).toEqual([
    { mon: 'b', skew: -0.3 },
    { mon: 'd', skew: 0.01 },
  ]);
  expect(clocksOf({})).toEqual([]);
});

test('the quorum lists its leader first', () => {
  expect(quorumOf({ quorum_names: ['a', 'b', 'c'], quorum_leader_name: 'b' })).toEqual(['b', 'a', 'c']);
});

test('monitors are out that the quorum lacks, of which there may be one left, and none while there is no quorum', () => {
  const monmap = { mons: ['a', 'b', 'c'].map((name) => ({ name })) };
  const out = (...quorum_names: string[]) => monitorsOut({ monmap, quorum_names });
  expect([out('a', 'c'), out('c'), out('a', 'b', 'c'), out()]).toEqual([['b'], ['a', 'b'], [], []]);
});

test('the OSDs of a slowness check are found in its message', () => {
  const checks = {
    SLOW_OPS: {
      summary: {
        message: '12 slow ops, oldest one blocked for 40 sec, daemons [osd.3,osd.12] have slow ops.',
      },
      detail: [{ message: 'osd.3 has slow ops' }],
    },
    OSD_DOWN: { summary: { message: '1 osds down' }, detail: [{ message: 'osd.7 is down' }] },
  };
  expect(namedOsds({ checks })).toEqual([3, 12]);
  expect(namedOsds({ checks: 'none' })).toEqual([]);
});

test('an OSD has ended if it is down and the map notes its end since it last came up, and not for an end before that', () => {
  const osds = [
    { osd: 0, up: 1, in: 1, up_from: 60 },
    { osd: 4, up: 0, in: 1, up_from: 13 },
    { osd: 5, up: 0, in: 1, up_from: 13 },
    { osd: 6, up: 0, in: 1, up_from: 55 },
    { osd: 7, up: 0, in: 1, up_from: 0 },
    { osd: 8, up: 0, in: 1, up_from: 50 },
    { osd: 9, up: 0, in: 1, up_from: 0 },
  ];
  const dead = [50, 49, 51, 50, 0, 50, 1];
  const more = osds.map(({ osd }, index) => ({ osd, dead_epoch: dead[index]! }));
  expect(endedOsds({ osds, osd_xinfo: more })).toEqual([4, 5, 8, 9]);
  // Releases before 16 do not note it.
  expect(endedOsds({ osds, osd_xinfo: osds.map(({ osd }) => ({ osd })) })).toEqual([]);
});

test('of many OSDs that have ended, and of many clients, only some are listed', () => {
  const numbers = Array.from({ length: 300 }, (_, number) => number);
  const osds = numbers.map((osd) => ({ osd, up: 0, in: 1, up_from: 1 }));
  const ended = endedOsds({ osds, osd_xinfo: numbers.map((osd) => ({ osd, dead_epoch: 2 })) });
  expect(ended).toEqual(numbers.slice(0, 256));
  const clients = numbers.map((requests) => ({
    client: `client.${requests}`,
    address: '',
    pool: 1,
    requests,
  }));
  expect(busiestClients(clients, []).map(({ inFlight }) => inFlight)).toEqual(numbers.slice(-8).toReversed());
});
