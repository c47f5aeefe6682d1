import { expect, test } from 'vitest';
import { commitLatencies } from '../../../../src/service/ceph/history/commitLatencies.ts';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { recordedCeph, refused } from '../recordedCeph.ts';

/** A cluster of OSDs, of which the first is down. */
function cluster(commitMs: number, osds = 20) {
  const clock = fakeClock();
  const nodes = Array.from({ length: osds }, (_, id) => ({
    id,
    name: `osd.${id}`,
    type: 'osd',
    status: id === 0 ? 'down' : 'up',
  }));
  const infos = [{ id: 4, perf_stats: { commit_latency_ms: commitMs } }];
  const {
    ceph,
    storage: call,
    asked,
    answer,
  } = recordedCeph(clock, {
    'osd tree': { json: { nodes, stray: [] } },
    'osd perf': { json: { osdstats: { osd_perf_infos: infos } } },
    'osds.commits': { json: [{ osd: 3, commitMs: 7 }] },
  });
  const read = commitLatencies({ clock, ceph, call, inventory: createInventory(ceph, clock) }, 8);
  return { read, answer, calls: () => asked.filter((one) => 'call' in one) };
}

test('the latencies that the managers know are used', async () => {
  const { read, calls } = cluster(9);
  expect([...(await read())]).toEqual([[4, 9]]);
  expect(calls()).toEqual([]);
});

test('where the managers know none, eight OSDs that are up are asked, always the same', async () => {
  const { read, calls } = cluster(0);
  expect([...(await read())]).toEqual([[3, 7]]);
  await read();
  const question = { call: 'osds.commits', with: { osds: [1, 3, 5, 8, 10, 12, 15, 17], seconds: 2 } };
  expect(calls()).toEqual([question, question]);
});

test('where no manager answers, the only OSD that is up is asked, and nothing is where none is up', async () => {
  const single = cluster(9, 2);
  single.answer('osd perf', refused(-110, 'timed out'));
  expect([...(await single.read())]).toEqual([[3, 7]]);
  expect(single.calls()).toEqual([{ call: 'osds.commits', with: { osds: [1], seconds: 2 } }]);
  const none = cluster(0, 1);
  expect([...(await none.read())]).toEqual([]);
  expect(none.calls()).toEqual([]);
  single.answer('osds.commits', refused(-110, 'timed out'));
  expect([...(await single.read())]).toEqual([]);
});
