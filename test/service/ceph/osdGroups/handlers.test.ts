import { expect, test } from 'vitest';
import { createInventory } from '../../../../src/service/ceph/map/inventory.ts';
import { osdGroupsHandlers } from '../../../../src/service/ceph/osdGroups/handlers.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { caller } from '../handlers/support.ts';
import { recorded, recordedCeph } from '../recordedCeph.ts';

const never = () => new Promise<never>(() => undefined);

function cluster() {
  const clock = fakeClock();
  const {
    ceph,
    answer,
    asked,
    storage: call,
  } = recordedCeph(clock, {
    'osd df': recorded('osdDf'),
    'oldest scrubs': { rc: 0, outs: '', data: { 0: [1_790_000_000, 1_789_000_000], 1: [null, null] } },
  });
  const handlers = osdGroupsHandlers({ ceph, inventory: createInventory(ceph, clock), clock, call });
  const scrubReads = () => asked.filter((one) => 'summary' in one).length;
  return { clock, answer, scrubReads, groups: () => caller(handlers)('getOsdGroups', {}) };
}

test('each OSD has its number of placement groups, and its oldest scrubs as far as they are known', async () => {
  const { groups } = cluster();
  const { osds = [], lastUpdated } = await groups();
  expect(lastUpdated).toBe(0);
  expect(osds[0]).toMatchObject({ osd: 0, scrubbed: 1_790_000_000, deepScrubbed: 1_789_000_000 });
  expect(osds[0]?.pgs).toBeGreaterThan(0);
  expect(Object.keys(osds[1] ?? {})).toEqual(['osd', 'pgs']);
});

test('each OSD that is up has the latency of its disk: from the managers, or where they know none from the OSDs', async () => {
  const { answer, groups } = cluster();
  answer('osd perf', {
    json: { osdstats: { osd_perf_infos: [{ id: 0, perf_stats: { commit_latency_ms: 12 } }] } },
  });
  const { osds = [] } = await groups();
  expect(osds[0]).toMatchObject({ osd: 0, commitMs: 12 });
  expect(osds[1]?.commitMs).toBeUndefined();
});

test('without a manager the placement groups of OSDs are not known, and the answer does not wait long', async () => {
  const { clock, answer, groups } = cluster();
  answer('osd df', never);
  answer('oldest scrubs', never);
  const asked = groups();
  await clock.advance(2500);
  expect(await asked).toEqual({ osds: [] });
});

test('the scrubs are read once a minute at most, however fast the managers answer', async () => {
  const { clock, groups, scrubReads } = cluster();
  await groups();
  await clock.advance(59_000);
  await groups();
  expect(scrubReads()).toBe(1);
  await clock.advance(1000);
  await groups();
  expect(scrubReads()).toBe(2);
});

test('the scrubs are read again only after a hundred times the time that the last read took', async () => {
  const { clock, answer, groups, scrubReads } = cluster();
  answer('oldest scrubs', async () => {
    await new Promise<void>((resolve) => void clock.after(1000, resolve));
    return { rc: 0, outs: '', data: {} };
  });
  const first = groups();
  await clock.advance(1500);
  await first;
  await clock.advance(90_000);
  await groups();
  expect(scrubReads()).toBe(1);
  await clock.advance(15_000);
  const later = groups();
  await clock.advance(1500);
  await later;
  expect(scrubReads()).toBe(2);
});
