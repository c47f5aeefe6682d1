import { evidenceGatherer } from '../../../../src/service/ceph/evidence/gather.ts';
import type { HostObservation } from '../../../../src/service/ceph/evidence/observe.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess } from '../access/fakeAccess.ts';
import { type Answer, recordedCeph } from '../recordedCeph.ts';

/** A cluster of OSDs, all up except the last, in which every request waits for osd.30. */
export function cluster(
  osds: number,
  answers: Readonly<Record<string, Answer>> = {},
  { access } = fakeAccess(),
) {
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
  const inventory = createInventory(ceph, clock);
  const gather = evidenceGatherer({ ceph, call: storage, inventory, clock, access });
  const questions = () =>
    asked.flatMap((request) =>
      'call' in request && request.call === 'osds.ask' ? [(request.with as { osds: number[] }).osds] : [],
    );
  return { clock, gather, questions, asked };
}

/** A server with prepared answers to `host.observe`, whose clock shows 0. */
export const observed = (answer: () => Partial<HostObservation>) => ({
  'host.observe': () => ({ clock: [0, 0], ...answer() }),
});

/** A server that has sent a thousand segments more at each look, of which it retransmitted this share. */
export function sender(share: number) {
  let sent = 0;
  return observed(() => {
    sent += 1000;
    return { segments: { sent, again: sent * share } };
  });
}
