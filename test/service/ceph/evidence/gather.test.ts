import { expect, test } from 'vitest';
import { evidenceGatherer } from '../../../../src/service/ceph/evidence/gather.ts';
import { createInventory } from '../../../../src/service/ceph/inventory.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { type Answer, recordedCeph, refused } from '../recordedCeph.ts';

/** A cluster of so many OSDs, all of them up but the last, of which every request waits for osd.30. */
function cluster(osds: number, answers: Readonly<Record<string, Answer>> = {}) {
  const clock = fakeClock();
  const nodes = Array.from({ length: osds }, (_, id) => ({
    id,
    name: `osd.${id}`,
    type: 'osd',
    type_id: 0,
    status: id === osds - 1 ? 'down' : 'up',
  }));
  const { ceph, storage, asked } = recordedCeph(clock, {
    'osd tree': { json: { nodes, stray: [] } },
    'osd perf': {
      json: { osdstats: { osd_perf_infos: [{ id: 20, perf_stats: { commit_latency_ms: 80 } }] } },
    },
    'time-sync-status': { json: { time_skew_status: { b: { skew: 0.4 } } } },
    quorum_status: { json: { quorum_names: ['a', 'b'], quorum_leader_name: 'b' } },
    'osds.ask': {
      json: {
        waits: [{ osd: 3, waitsFor: 30, requests: 1, oldest: 2 }],
        pings: [],
        silent: [30],
        commits: [],
      },
    },
    ...answers,
  });
  const gather = evidenceGatherer({ ceph, call: storage, inventory: createInventory(ceph, clock), clock });
  const questions = () =>
    asked.flatMap((request) => ('call' in request ? [(request.with as { osds: number[] }).osds] : []));
  return { clock, gather, questions };
}
const slowOps = { checks: { SLOW_OPS: { summary: { message: 'daemons [osd.12,osd.39] have slow ops' } } } };

test('the OSDs that are named, the slowest and some in turn are asked, then those that they wait for', async () => {
  const { gather, questions, clock } = cluster(40);
  expect(await gather(slowOps)).not.toHaveProperty('latencies');
  await clock.advance(4000);
  expect(await gather(slowOps)).toMatchObject({
    waits: [{ osd: 3, waitsFor: 30 }, { waitsFor: 30 }],
    silent: [30, 30],
    latencies: [{ osd: 20, commitMs: 80 }],
    clocks: [{ mon: 'b', skew: 0.4 }],
    quorum: ['b', 'a'],
  });
  // osd.39 is down: nobody asks it.
  expect(questions()).toEqual([[12, 0, 1, 2, 3, 4, 5, 6, 7], [30], [12, 20, 8, 9, 10, 11, 13, 14, 15], [30]]);
});

test('evidence is gathered once for all who ask, and again after four seconds at the earliest, others in turn then', async () => {
  const { gather, questions, clock } = cluster(40);
  await Promise.all([gather({}), gather({}), gather({})]);
  await clock.advance(3000);
  await gather({});
  expect(questions()).toHaveLength(2);
  await clock.advance(1000);
  await gather({});
  expect(questions()[2]).toEqual([20, 8, 9, 10, 11, 12, 13, 14, 15]);
});

test('what an OSD itself says of its commits is told where the manager says 0 or less', async () => {
  const commits = [
    { osd: 20, commitMs: 2774 },
    { osd: 3, commitMs: 4 },
  ];
  const asked = { 'osds.ask': { json: { waits: [], pings: [], silent: [], commits } } };
  const silent = cluster(4, { ...asked, 'osd perf': refused(-110, 'no manager') });
  expect(await silent.gather({})).toMatchObject({ latencies: commits });
  const { gather, clock } = cluster(4, asked);
  await gather({});
  await clock.advance(4000);
  expect(await gather({})).toMatchObject({ latencies: commits });
});

test('a source that fails leaves the others', async () => {
  const { gather } = cluster(4, { 'osd perf': refused(-110, 'no manager'), 'osds.ask': refused(-5, 'no') });
  expect(await gather({})).toEqual({ clocks: [{ mon: 'b', skew: 0.4 }], quorum: ['b', 'a'] });
});

test('what was gathered half a minute ago says nothing of the present', async () => {
  let hangs = false;
  const { gather, clock } = cluster(4, {
    quorum_status: () =>
      hangs ? new Promise<never>(() => undefined) : Promise.resolve({ rc: 0, outs: '', text: '{}' }),
  });
  expect(await gather({})).toBeDefined();
  hangs = true;
  await clock.advance(5000);
  const soon = gather({});
  await clock.advance(100);
  expect(await soon).toBeDefined();
  await clock.advance(30_000);
  const late = gather({});
  await clock.advance(100);
  expect(await late).toBeUndefined();
});
