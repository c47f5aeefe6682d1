import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FAULT_KINDS, type FaultKind } from '../../../../src/service/sim/faults/fault.ts';
import { inject } from '../../../../src/service/sim/faults/inject.ts';
import { Dice } from '../../../../src/service/sim/model/random.ts';
import { checkInvariants } from '../invariants.ts';
import { health, raised, simulate, stepUntil } from '../support.ts';

const MINUTE = 60;

function withFault(kind: FaultKind, seed = 1, scale = 60) {
  const engine = simulate({ scale, seed });
  const { cluster, handlers } = engine;
  cluster.step(10);
  const incident = inject(cluster, kind, new Dice(seed));
  // Fits on a line of 80 columns, with its age in front.
  expect(incident.summary.length).toBeLessThan(69);
  return { engine, cluster, handlers, incident };
}

/** The health codes that each kind of fault raises in the first seconds, after a delay, and within five minutes. */
const CODES: Readonly<
  Record<FaultKind, readonly [first: readonly string[], seconds: number, later: readonly string[]]>
> = {
  'osd-down': [['OSD_DOWN'], 1, ['PG_DEGRADED']],
  'out-of-memory': [['OSD_DOWN'], 1, ['PG_DEGRADED']],
  'osd-hang': [[], 19, ['OSD_DOWN']],
  'osd-flap': [[], 19, ['OSD_DOWN']],
  'disk-slow': [[], 300, []],
  controller: [[], 300, []],
  'disk-error': [[], 15, ['OSD_TOO_MANY_REPAIRS']],
  'disk-missing': [['OSD_DOWN'], 1, ['PG_DEGRADED']],
  'host-down': [[], 9, ['OSD_DOWN', 'OSD_HOST_DOWN', 'PG_DEGRADED']],
  'host-freeze': [[], 9, ['OSD_DOWN', 'OSD_HOST_DOWN', 'PG_DEGRADED']],
  'link-flap': [[], 9, ['OSD_DOWN', 'OSD_HOST_DOWN']],
  'rack-down': [[], 9, ['OSD_RACK_DOWN', 'PG_AVAILABILITY']],
  'net-loss': [[], 30, []],
  'net-slow': [[], 60, []],
  'net-mtu': [[], 19, ['OSD_DOWN']],
  'mon-down': [[], 9, ['MON_DOWN']],
  'mgr-down': [[], 29, ['MGR_DOWN']],
  'mds-down': [[], 14, ['FS_DEGRADED']],
  'gateway-down': [[], 300, []],
  'clock-skew': [[], 2, ['MON_CLOCK_SKEW']],
  'recovery-held': [['OSDMAP_FLAGS'], 3, ['PG_DEGRADED']],
  maintenance: [['OSDMAP_FLAGS'], 3, ['OSD_DOWN', 'OSD_HOST_DOWN']],
  'object-corrupt': [[], 9, ['OSD_SCRUB_ERRORS', 'PG_DAMAGED']],
  'pg-unfound': [['OSD_DOWN'], 1, ['OBJECT_UNFOUND', 'PG_DAMAGED', 'PG_AVAILABILITY']],
  'rule-unsatisfied': [[], 59, ['PG_DEGRADED']],
  'recovery-capped': [[], 9, ['PG_DEGRADED']],
  'scrub-backlog': [['OSDMAP_FLAGS', 'PG_NOT_DEEP_SCRUBBED', 'PG_NOT_SCRUBBED'], 1, []],
  'large-omap': [[], 5, ['LARGE_OMAP_OBJECTS']],
  'osd-full': [[], 10, ['OSD_NEARFULL', 'POOL_NEARFULL']],
  'pool-quota': [['POOL_FULL'], 3, []],
  'hot-client': [[], 300, []],
  'client-hung': [[], 37, ['MDS_SLOW_REQUEST']],
  'mds-behind': [[], 2, ['MDS_TRIM']],
  'config-change': [['OSD_NO_DOWN_OUT_INTERVAL'], 0, []],
  'data-moved': [[], 0, ['PG_DEGRADED']],
};

describe.each(FAULT_KINDS)('a fault of the kind %s', (kind) => {
  test('a fault raises the health checks that a real cluster raises, and no sooner', () => {
    const { cluster } = withFault(kind);
    const [first, seconds, later] = CODES[kind];
    cluster.step(seconds);
    expect(Object.keys(health(cluster))).toEqual(first);
    for (const code of later) stepUntil(cluster, 5 * MINUTE, raised(cluster, code));
  });

  test('the health checks of a healed fault clear within an hour', async () => {
    const { engine, cluster, incident } = withFault(kind, 2);
    cluster.step(2 * MINUTE);
    incident.heal();
    cluster.model.recovery.speed = 10;
    cluster.step(MINUTE);
    await checkInvariants(engine);
    stepUntil(cluster, 60 * MINUTE, () => cluster.model.reported.size === 0);
  });

  test('a fault picks its parts of the cluster at random, and the same ones for the same seed', () => {
    const objects = (seed: number) => withFault(kind, seed).incident.objects;
    expect(objects(3)).toEqual(objects(3));
    expect(objects(3).length).toBeGreaterThan(0);
  });

  test('a fault is described in a sentence that fits on a line of 80 columns, with its age in front', () => {
    // Those of seeds 1 to 3 are checked above.
    expect(withFault(kind, 4).incident.summary).not.toBe('');
  });
});

test('the document of faults has a line for each kind', () => {
  const text = readFileSync('docs/faults.md', 'utf8');
  expect(Array.from(text.matchAll(/^\| (?!fault )([a-z-]+) \|/gm), ([, kind]) => kind).toSorted()).toEqual(
    FAULT_KINDS.toSorted(),
  );
});

test('no answer of the interface reveals the injected faults', async () => {
  for (const kind of FAULT_KINDS) {
    const { cluster, handlers, incident } = withFault(kind);
    cluster.step(2 * MINUTE);
    const context = { signal: new AbortController().signal, by: 'test' };
    const answers = JSON.stringify([
      await handlers.getClusterStatus({}, context),
      await handlers.getClusterStatusDetail({}, context),
      await handlers.listDisks({}, context),
      await handlers.listSettings({}, context),
      await handlers.readLogs({ query: { lines: 100_000 } }, context),
    ]);
    expect(answers).not.toContain(incident.summary);
    expect(answers).not.toMatch(/inject|incident|sluggish|lagMs/i);
  }
});
