import { expect, test } from 'vitest';
import type { ClusterStatus } from '../../../src/api/contract/cluster.ts';
import type { CrushRule } from '../../../src/api/contract/crush.ts';
import type { Pool } from '../../../src/api/contract/pools.ts';
import { readOsds } from '../../../src/diagnosis/evidence/osds.ts';
import { isDueToDown, needText, shortagesOf } from '../../../src/diagnosis/evidence/shortage.ts';
import { SHORT, snapshot, type SnapshotChanges } from '../support.ts';

const rule = (id: number, take: string, choose: string): CrushRule => ({
  id,
  name: `rule${id}`,
  steps: [
    { op: 'TAKE', crushMapTextFormat: `step take ${take}` },
    { op: 'CHOOSELEAF', crushMapTextFormat: `step chooseleaf ${choose}` },
    { op: 'EMIT', crushMapTextFormat: 'step emit' },
  ],
});
const pool = (name: string, crushRule: number, more: Pool = {}): Pool => ({
  name,
  crushRule,
  size: 3,
  minSize: 2,
  ...more,
});

/** The shortages of pools with placement groups that are not okay, in a cluster of two racks with two hosts each. */
function shortages(pools: readonly Pool[], rules: readonly CrushRule[], changes: SnapshotChanges = {}) {
  const placementGroups = pools.map(({ name = '' }) => ({ poolName: name, okay: 0, warn: 8, error: 0 }));
  const now = snapshot({ ...changes, status: { placementGroups } });
  return shortagesOf({ status: now.status, pools, rules }, readOsds(now));
}

const byRack = rule(1, 'default', 'firstn 0 type rack');
const byHost = rule(2, 'default', 'firstn 0 type host');

test('a pool lacks failure domains if its rule finds fewer than it has copies', () => {
  const [one, ...others] = shortages([pool('rbd', 1), pool('vms', 2)], [byRack, byHost]);
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    pools: ['rbd'],
    rule: 'rule1',
    domain: 'rack',
    needed: 3,
    exist: ['r1', 'r2'],
  });
  expect(needText(one!)).toBe('rbd needs 3 racks');
  expect(isDueToDown(one!)).toBe(false);
});

test('a rule that begins at a bucket without OSDs finds nothing', () => {
  const hollow = rule(3, 'hollow', 'firstn 0 type host');
  const now = snapshot({
    status: { placementGroups: [{ poolName: 'rbd', okay: 0, warn: 8, error: 0 }] },
    crush: ({ nodes = [], ...map }) => ({
      ...map,
      nodes: [...nodes, { id: -20, name: 'hollow', type: 'ROOT', children: [] }],
    }),
  });
  const placed = { status: now.status, pools: [pool('rbd', 3)], rules: [hollow] };
  expect(shortagesOf({ ...placed, crush: now.crush }, readOsds(now))).toMatchObject([
    { pools: ['rbd'], needed: 3, exist: [], left: [] },
  ]);
  // A bucket that the map does not show says nothing.
  expect(shortagesOf(placed, readOsds(now))).toEqual([]);
});

test('pools whose placement groups are all okay lack nothing', () => {
  const okay = { placementGroups: [{ poolName: 'rbd', okay: 8, warn: 0, error: 0 }] };
  const now = snapshot({ status: okay });
  expect(
    shortagesOf({ status: now.status, pools: [pool('rbd', 1)], rules: [byRack] }, readOsds(now)),
  ).toEqual([]);
});

test('nothing is said from counts of placement groups that are outdated, as without a quorum', () => {
  const placementGroups = [{ poolName: 'rbd', okay: 0, warn: 8, error: 0 }];
  const found = (more: ClusterStatus) =>
    shortagesOf(
      { status: { placementGroups, ...more }, pools: [pool('rbd', 1)], rules: [byRack] },
      readOsds(snapshot()),
    );
  expect(found({})).toHaveLength(1);
  expect(found({ storeStatus: { health: { status: 'HEALTH_UNKNOWN' } } })).toEqual([]);
});

test('failure domains whose OSDs are all down are missing because of that', () => {
  const [one] = shortages([pool('rbd', 2), pool('vms', 2)], [byHost], { down: [0, 1, 2, 3], out: [0] });
  expect(one).toMatchObject({ pools: ['rbd', 'vms'], exist: ['a', 'b', 'c', 'd'], up: 2, left: ['c', 'd'] });
  expect(needText(one!)).toBe('rbd, vms need 3 hosts');
  expect(isDueToDown(one!)).toBe(true);
});

test('failure domains whose OSDs are up but out are missing by themselves', () => {
  const [one] = shortages([pool('rbd', 2)], [byHost], { out: [0, 1, 2, 3] });
  expect(one).toMatchObject({ up: 4, left: ['c', 'd'] });
  expect(isDueToDown(one!)).toBe(false);
});

test('a failure domain with one OSD that is up and in is not missing', () => {
  expect(shortages([pool('rbd', 2)], [byHost], { down: [0, 1, 2], out: [0, 1, 2] })).toEqual([]);
});

test('only OSDs of the device class of a rule count', () => {
  const ssd = rule(3, 'default~ssd', 'firstn 0 type host');
  const crush: SnapshotChanges['crush'] = ({ nodes = [], ...rest }) => ({
    ...rest,
    nodes: nodes.map((node) => ({ ...node, deviceClass: node.id! < 2 ? 'ssd' : 'hdd' })),
  });
  const [one] = shortages([pool('rbd', 3)], [ssd], { crush });
  expect(one).toMatchObject({ exist: ['a'], left: ['a'] });
  expect(needText(one!)).toBe('rbd needs 3 hosts with ssd OSDs');
  // A service may tell no device classes.
  expect(shortages([pool('rbd', 3)], [ssd])).toEqual([]);
});

test('a rule over OSDs counts OSDs', () => {
  const byOsd = rule(4, 'a', 'firstn 0 type osd');
  const [one] = shortages([pool('rbd', 4)], [byOsd]);
  expect(one).toMatchObject({ exist: ['osd.0', 'osd.1'] });
  expect(needText(one!)).toBe('rbd needs 3 OSDs');
});

test('the bucket that a rule starts from is no failure domain of itself', () => {
  expect(shortages([pool('rbd', 5)], [rule(5, 'r1', 'firstn 0 type rack')])).toMatchObject([{ exist: [] }]);
  expect(shortages([pool('rbd', 5)], [rule(5, 'r1', 'firstn 0 type host')])).toMatchObject([
    { exist: ['a', 'b'] },
  ]);
});

test('chunks of an erasure-coded pool need failure domains like copies', () => {
  const coded = pool('archive', 2, { erasureCoding: true, dataChunks: 3, parityChunks: 2, minSize: 4 });
  expect(shortages([coded], [byHost])).toMatchObject([{ needed: 5, minSize: 4, left: ['a', 'b', 'c', 'd'] }]);
});

test.each([
  ['an unknown rule', 9, byRack],
  ['a rule that starts at an unknown bucket', 6, rule(6, 'nowhere', 'firstn 0 type rack')],
  ['a rule over a bucket type that the CRUSH map cannot tell', 7, rule(7, 'default', 'firstn 0 type cage')],
  ['a rule that places several copies in a failure domain', 8, rule(8, 'default', 'firstn 2 type rack')],
])('nothing is said about pools with %s', (_, id, one) => {
  expect(shortages([pool('rbd', id)], [one])).toEqual([]);
});

test.each([
  ['osd', undefined, 'rbd needs 3 OSDs'],
  ['osd', 'ssd', 'rbd needs 3 OSDs of class ssd'],
  ['rack', undefined, 'rbd needs 3 racks'],
  ['rack', 'ssd', 'rbd needs 3 racks with ssd OSDs'],
])(
  'the need of a pool for places of the kind %s with OSDs of class %s is told',
  (domain, deviceClass, text) => {
    expect(needText({ ...SHORT, domain, deviceClass })).toBe(text);
    expect(needText({ ...SHORT, domain, deviceClass, pools: ['a', 'b', 'c'] })).toMatch(
      /^a, b and 1 more need 3/,
    );
  },
);

test.each([
  [['a', 'b', 'c'], 2, 3, true],
  [['a', 'b', 'c'], 3, 3, false],
  [['a', 'b'], 1, 3, false],
])(
  'of the places %j with %i up, too few for %i are due to those that are down: %s',
  (exist, up, needed, isDue) => {
    expect(isDueToDown({ ...SHORT, exist, up, needed })).toBe(isDue);
  },
);
