import { expect, onTestFinished, test } from 'vitest';
import { History } from '../../../../src/service/ceph/history/history.ts';
import { startSampling, type SamplerOptions } from '../../../../src/service/ceph/history/sampler.ts';
import { createInventory } from '../../../../src/service/ceph/inventory.ts';
import type { SubjectKind } from '../../../../src/service/history/graphs.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { fakeAccess, type FakeServer } from '../access/fakeAccess.ts';
import { recorded, recordedCeph } from '../recordedCeph.ts';

const never = () => new Promise<never>(() => undefined);

/** A cluster whose monitor `mon1` (server 7) has no OSD, measured until the test ends. */
function measured(mon1: FakeServer = {}) {
  const clock = fakeClock();
  const { ceph, answer } = recordedCeph(clock, {
    status: recorded('statusOk'),
    'osd perf': { json: {} },
    df: { json: { pools: [] } },
    'osd pool stats': { json: [] },
    'osd tree': recorded('osdTreeRacks'),
    'osd df': recorded('osdDf'),
  });
  const history = new History();
  const sampling = startSampling({
    clock,
    ceph,
    history,
    inventory: createInventory(ceph, clock),
    node: { servers: async () => new Map([['mon1', 7]]) },
    access: fakeAccess({ mon1 }).access,
    monitored: { paths: async () => [] },
    admin: { buckets: never, users: never },
  } as unknown as SamplerOptions);
  onTestFinished(() => sampling[Symbol.dispose]());
  const start = Math.floor(clock.now() / 1000);
  const plots = (kind: SubjectKind, id: string, graph: string) => {
    const now = Math.floor(clock.now() / 1000);
    return history.plots(kind, id, graph, { from: start, to: now, now, points: 500 });
  };
  return { clock, answer, plots };
}
const known = ([plot]: ReturnType<ReturnType<typeof measured>['plots']>) =>
  plot?.datapoints?.filter(({ v }) => v !== undefined).length;

test('while the monitors do not answer, old values are not recorded as new ones', async () => {
  const { clock, answer, plots } = measured();
  await clock.advance(9000);
  expect(known(plots('cluster', '', 'osds'))).toBe(2);
  answer('status', never);
  await clock.advance(15_000);
  expect(known(plots('cluster', '', 'osds'))).toBe(2);
});

test('a server that once does not answer keeps its earlier measurements', async () => {
  let answers = true;
  const proc = ['cpu 1 2 3 4', '', '', '0.5 0.4 0.3', 'MemTotal: 4\nMemAvailable: 1'];
  const { clock, plots } = measured({
    'host.read': () => (answers ? proc : Promise.reject(new Error('gone'))),
  });
  await clock.advance(9000);
  expect(known(plots('server', '7', 'server-load'))).toBe(1);
  answers = false;
  await clock.advance(9000);
  expect(known(plots('server', '7', 'server-load'))).toBe(1);
});
