import { expect, test } from 'vitest';
import type { SimCluster } from '../../../../src/service/sim/cluster.ts';
import { requireSafeToRetire } from '../../../../src/service/sim/disks/safety.ts';
import { needs } from '../../../../src/service/sim/evidence/needs.ts';
import { inject } from '../../../../src/service/sim/faults/inject.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { stateName } from '../../../../src/service/sim/placementGroups/states.ts';
import { findPg } from '../../../../src/service/sim/placementGroups/uncleanPg.ts';
import { health, raised, simulate, stepUntil } from '../support.ts';

const MINUTE = 60;

/** A cluster with unfound objects in a placement group, which only the OSDs that have failed since could supply. */
function withUnfound() {
  const { cluster, handlers } = simulate({ scale: 60 });
  const { objects, heal } = inject(cluster, 'pg-unfound', new Dice(1));
  const [name = '', ...lost] = objects;
  const pg = () => cluster.model.unclean.get(findPg(cluster.model, name)!);
  stepUntil(cluster, 2 * MINUTE, () => (pg()?.unfound ?? 0) > 0 && raised(cluster, 'OBJECT_UNFOUND')());
  cluster.model.recovery.speed = 10;
  return { cluster, handlers, name, lost, heal, pg, state: () => stateName(pg()?.state ?? 0) };
}

const isAllElseRestored = ({ model }: SimCluster) =>
  model.unclean.values().every(({ unfound, copies }) => unfound > 0 && copies.length === 0);

test('objects that only failed OSDs have are reported as unfound, with their number and the placement group', async () => {
  const { name, state, pg, handlers } = withUnfound();
  const { unfound } = pg()!;
  expect(unfound).toBeGreaterThan(0);
  expect(state()).toBe('recovery_unfound+undersized+degraded+peered');
  const detail = await handlers.getClusterStatusDetail(
    {},
    { signal: new AbortController().signal, by: 'test' },
  );
  const text = JSON.stringify(detail);
  expect(text).toMatch(/"\d+\/\d+ objects unfound \(\d+\.\d{3}%\)"/);
  expect(text).toContain(`"pg ${name} has ${unfound} unfound objects"`);
  expect(text).toMatch(/"Possible data damage: \d pgs? recovery_unfound"/);
  expect(text).toMatch(
    new RegExp(`"pg ${name} is ${state().replaceAll('+', '\\+')}, acting \\[\\d+\\], ${unfound} unfound"`),
  );
});

test('a placement group with unfound objects tells which OSDs it needs, also after they were replaced', () => {
  const { cluster, name, lost } = withUnfound();
  const needed = () =>
    needs(cluster.model)
      .find(({ group }) => group === name)
      ?.osds.map((id) => `osd.${id}`);
  expect(needed()?.toSorted()).toEqual(lost.toSorted());
  stepUntil(cluster, 4 * 60 * MINUTE, () => isAllElseRestored(cluster));
  expect(needed()?.toSorted()).toEqual(lost.toSorted());
});

test('unfound objects stay unfound when everything else has been restored on other OSDs', () => {
  const { cluster, state, pg } = withUnfound();
  const { unfound } = pg()!;
  stepUntil(cluster, 4 * 60 * MINUTE, () => isAllElseRestored(cluster));
  // As Ceph 16.2 reports it.
  expect(state()).toBe('active+recovery_unfound');
  expect(pg()).toMatchObject({ unfound, copies: [] });
});

test('an OSD that may have unfound objects cannot be given up, also after it was replaced', () => {
  const { cluster, lost } = withUnfound();
  const ids = lost.map((name) => Number(name.slice('osd.'.length)));
  const retire = (id: number) => () => requireSafeToRetire(cluster.model, cluster.osd(id));
  for (const id of ids) expect(retire(id)).toThrow(/start it first/);
  stepUntil(cluster, 4 * 60 * MINUTE, () => isAllElseRestored(cluster));
  for (const id of ids)
    expect(retire(id)).toThrow(/may have the unfound objects of \d placement groups?: start it first/);
});

test.each([0, 20])(
  'unfound objects are found when the OSDs that have them return after %i minutes, and recovery finishes',
  (minutes) => {
    const { cluster, heal } = withUnfound();
    cluster.step(minutes * MINUTE);
    heal();
    stepUntil(cluster, 4 * 60 * MINUTE, () => cluster.model.unclean.size === 0);
    expect(health(cluster)).toEqual({});
  },
);
