import { describe, expect, it } from 'vitest';
import type { SimCluster } from '../../../src/service/sim/cluster.ts';
import { recoveryTimeRemaining } from '../../../src/service/sim/placementGroups/recovery.ts';
import { SCENARIO_NAMES } from '../../../src/service/sim/scenarios.ts';
import { health, isHealthy, logged, raised, simulate, states, stepUntil } from './support.ts';

const MINUTE = 60;

describe('every scenario', () => {
  it.each(SCENARIO_NAMES)('the scenario %s runs on the smallest and on a larger cluster', (scenario) => {
    for (const scale of [3, 120]) {
      const { cluster } = simulate({ scenario, scale });
      cluster.step(5 * MINUTE);
      expect(Object.values(states(cluster)).reduce((sum, count) => sum + count, 0)).toBe(
        cluster.model.pgs.count,
      );
    }
  });
});

/** Only the crash report is left, for an operator to archive. */
const isSolved =
  ({ model }: SimCluster) =>
  () =>
    [...model.reported.keys()].join() === 'RECENT_CRASH';

describe('scenario demo', () => {
  it('the scenario demo has a recovery under way, a forgotten flag and tasks, and no unavailable data', () => {
    const { cluster } = simulate({ scenario: 'demo' });
    expect(Object.keys(health(cluster))).toEqual(['OSDMAP_FLAGS', 'PG_DEGRADED']);
    expect(recoveryTimeRemaining(cluster.model)).toBeGreaterThan(5 * MINUTE);
    expect(cluster.model.tasks.list().map(({ state }) => state)).toEqual(['FINISHED', 'RUNNING']);
    expect(states(cluster)['active+clean+scrubbing+deep']).toBeGreaterThan(0);
    expect(logged(cluster.model, 'critical medium error')).toHaveLength(3);
  });

  it('the scenario demo is solved, except for its crash report, by unsetting the flag and speeding recovery up', () => {
    const { cluster } = simulate({ scenario: 'demo' });
    cluster.setFlag('noscrub', false);
    cluster.model.recovery.speed = 10;
    expect(stepUntil(cluster, 30 * MINUTE, isSolved(cluster))).toBeGreaterThan(MINUTE);
  });
});

it('the scenario calm stays calm', () => {
  const { cluster } = simulate();
  for (let minute = 0; minute < 60; minute++) {
    cluster.step(MINUTE);
    expect(health(cluster)).toEqual({});
  }
  expect(logged(cluster.model, 'scrub ok').length).toBeGreaterThan(5);
});

it('the scenario osd-down has lasted for three minutes, and the OSD is marked out after ten and recovered', () => {
  const { cluster } = simulate({ scenario: 'osd-down' });
  expect(Object.keys(health(cluster))).toEqual(['OSD_DOWN', 'PG_DEGRADED']);
  cluster.step(8 * MINUTE);
  expect(Object.keys(health(cluster))).toEqual(['PG_DEGRADED']);
  cluster.model.recovery.speed = 10;
  stepUntil(cluster, 60 * MINUTE, isHealthy(cluster));
});

it('the scenario host-down names the host, and rebalances onto it when it is back', () => {
  const { cluster } = simulate({ scenario: 'host-down' });
  expect(health(cluster)).toMatchObject({ OSD_DOWN: '5 osds down', OSD_HOST_DOWN: '1 host (5 osds) down' });
  expect(health(cluster)).not.toHaveProperty('PG_AVAILABILITY');
  cluster.step(31 * MINUTE);
  expect(cluster.host('stor-07').powered).toBe(true);
  expect(cluster.model.displaced.size).toBeGreaterThan(0);
  cluster.model.recovery.speed = 10;
  stepUntil(cluster, 240 * MINUTE, () => cluster.model.displaced.size === 0 && isHealthy(cluster)());
});

it('the scenario flapping ends when the OSD gives up', () => {
  const { cluster } = simulate({ scenario: 'flapping' });
  cluster.step(12 * MINUTE);
  const [id] = cluster.model.osds.filter((osd) => osd.markdowns.length > 0).map((osd) => osd.id);
  expect(cluster.osd(id!)).toMatchObject({ process: 'stopped', up: false });
  expect(logged(cluster.model, `osd.${id} failed`)).toHaveLength(6);
  expect(logged(cluster.model, 'Health check cleared: OSD_DOWN').length).toBeGreaterThanOrEqual(5);
});

it('the scenario nearfull continues to backfillfull, and its pools are reported, too', () => {
  const { cluster } = simulate({ scenario: 'nearfull' });
  expect(Object.keys(health(cluster))).toEqual(['OSD_NEARFULL', 'POOL_NEARFULL']);
  stepUntil(cluster, 60 * MINUTE, raised(cluster, 'OSD_BACKFILLFULL'));
  expect(health(cluster)['POOL_BACKFILLFULL']).toMatch(/^\d pool\(s\) backfillfull$/);
});

it('the scenario full accepts no more writes', () => {
  const { cluster } = simulate({ scenario: 'nearfull' });
  for (const pool of cluster.model.pools) pool.growth = 40;
  stepUntil(cluster, 60 * MINUTE, raised(cluster, 'OSD_FULL'));
  cluster.step();
  const pool = cluster.model.pools.find(({ name }) => name === 'volumes')!;
  expect(pool.now.writeOps).toBe(0);
  expect(pool.now.readOps).toBeGreaterThan(0);
});

describe('scenario scrub-errors', () => {
  it('the scenario scrub-errors has found damage and stays in error until it is repaired', () => {
    const { cluster } = simulate({ scenario: 'scrub-errors' });
    expect(health(cluster)).toEqual({
      OSD_SCRUB_ERRORS: '2 scrub errors',
      PG_DAMAGED: 'Possible data damage: 1 pg inconsistent',
    });
    expect(logged(cluster.model, 'cluster [ERR] 2.0 deep-scrub 2 errors')).toHaveLength(1);
    cluster.step(30 * MINUTE);
    expect(states(cluster)['active+clean+inconsistent']).toBe(1);
    cluster.repairPg('2.0');
    expect(health(cluster)).toEqual({});
    expect(logged(cluster.model, '2.0 repair 2 errors, 2 fixed')).toHaveLength(1);
  });

  it('the scenario scrub-errors is repaired by a deep scrub if osd_scrub_auto_repair is on', () => {
    const { cluster } = simulate({ scenario: 'scrub-errors' });
    cluster.model.settings.scrubAutoRepair = true;
    cluster.scrubOsd(cluster.model.pools[1]!.home[0]!, true);
    stepUntil(cluster, 120 * MINUTE, isHealthy(cluster));
  });
});

it('the scenario slow-ops slows clients down until the disk recovers', () => {
  const { cluster } = simulate({ scenario: 'slow-ops' });
  expect(Object.keys(health(cluster))).toEqual(['SLOW_OPS']);
  stepUntil(cluster, 30 * MINUTE, isHealthy(cluster));
  expect(logged(cluster.model, 'Health check cleared: SLOW_OPS (was: ')).toHaveLength(1);
});

it('the scenario mon-down lists the remaining quorum, and ends with a new election', () => {
  const { cluster } = simulate({ scenario: 'mon-down' });
  expect(health(cluster)).toEqual({ MON_DOWN: '1/3 mons down, quorum a,b' });
  expect(logged(cluster.model, 'mon.a is new leader, mons a,b in quorum (ranks 0,1)')).toHaveLength(1);
  stepUntil(cluster, 20 * MINUTE, isHealthy(cluster));
  expect(logged(cluster.model, 'mon.a is new leader, mons a,b,c in quorum (ranks 0,1,2)')).toHaveLength(1);
});

it('the scenario recovery starts in the middle of a recovery', () => {
  const { cluster } = simulate({ scenario: 'recovery' });
  expect(Object.keys(health(cluster))).toEqual(['PG_DEGRADED']);
  expect(cluster.model.sums.recoveredBytes).toBeGreaterThan(0);
  cluster.model.recovery.speed = 10;
  stepUntil(cluster, 60 * MINUTE, isHealthy(cluster));
});

it('the scenario failing-disk gives a warning before the OSD dies', () => {
  const { cluster } = simulate({ scenario: 'failing-disk' });
  expect(Object.keys(health(cluster))).toEqual(['BLUESTORE_SPURIOUS_READ_ERRORS', 'DEVICE_HEALTH']);
  stepUntil(cluster, 8 * MINUTE, raised(cluster, 'SLOW_OPS'));
  stepUntil(cluster, 8 * MINUTE, raised(cluster, 'OSD_DOWN'));
  cluster.model.recovery.speed = 10;
  stepUntil(cluster, 60 * MINUTE, isSolved(cluster));
});

it('the scenario rack-partition makes data unavailable until the rack is back', () => {
  const { cluster } = simulate({ scenario: 'rack-partition' });
  expect(Object.keys(health(cluster))).toEqual(
    expect.arrayContaining(['MON_DOWN', 'OSD_RACK_DOWN', 'PG_AVAILABILITY']),
  );
  const replicatedOverRacks = cluster.model.pools.find(({ rule }) => rule.takes[0].failureDomain === 'rack')!;
  expect([...replicatedOverRacks.states.keys()].every((state) => (state & 2) !== 0)).toBe(true);
  stepUntil(cluster, 60 * MINUTE, isHealthy(cluster));
});
