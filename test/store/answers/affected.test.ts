import { expect, test } from 'vitest';
import type { Cause, Diagnosis } from '../../../src/diagnosis/verdict.ts';
import { selectAffectedPools } from '../../../src/store/answers/affected.ts';
import { buildTree } from '../../../src/store/answers/tree.ts';
import { bucket, osd } from './shapes.ts';

const tree = buildTree({
  nodes: [
    bucket(-1, 'ROOT', 'default', [-2]),
    bucket(-2, 'HOST', 'a', [0, 1]),
    osd(0),
    osd(1, { deviceClass: 'ssd' }),
  ],
});
const onClass = (id: number, deviceClass: string) => ({
  id,
  steps: [
    { op: 'TAKE' as const, crushMapTextFormat: `step take default class ${deviceClass}` },
    { op: 'CHOOSELEAF_FIRSTN' as const, crushMapTextFormat: 'step chooseleaf firstn 0 type host' },
  ],
});
const rules = [onClass(1, 'hdd'), onClass(2, 'ssd')];
const pools = [
  { name: 'vm', application: 'rbd', crushRule: 1 },
  { name: 'fast', application: 'rbd', crushRule: 2 },
  { name: 's3', application: 'rgw', crushRule: 1 },
];
const status = {
  placementGroups: pools.map(({ name }, index) => ({ poolName: name, total: 16 * (index + 1) })),
};

const affected = (diagnosis: Partial<Diagnosis>) =>
  selectAffectedPools({
    diagnosis: {
      at: 0,
      impact: { stopped: [], blockedPgs: 0, pools: [] },
      causes: [],
      ruledOut: [],
      missing: [],
      ...diagnosis,
    },
    status,
    pools,
    rules,
    tree,
  });
const slow = (more: Partial<Cause>): Cause => ({
  kind: 'disk-slow',
  objects: ['osd.0'],
  host: 'a',
  since: undefined,
  isOver: false,
  confidence: 'likely',
  explains: [],
  text: 'the disk of osd.0 is slow',
  proofs: [],
  before: [],
  against: [],
  next: [],
  ...more,
});

test('pools with blocked groups are ranked by the share of their groups', () => {
  const impact = {
    stopped: [],
    blockedPgs: 20,
    pools: [
      { name: 'fast', blockedPgs: 12 },
      { name: 'vm', blockedPgs: 8 },
    ],
  };
  expect(affected({ impact })).toMatchObject([
    { name: 'vm', blocked: 8, total: 16, application: 'rbd' },
    { name: 'fast', blocked: 12, total: 32 },
  ]);
});

test('a slow disk may slow down the pools whose rule can place data there, and no others', () => {
  expect(affected({ causes: [slow({})] }).map(({ name, slowBy }) => [name, slowBy?.kind])).toEqual([
    ['vm', 'disk-slow'],
    ['s3', 'disk-slow'],
  ]);
  expect(affected({ causes: [slow({ objects: ['osd.1'] })] }).map(({ name }) => name)).toEqual(['fast']);
});

test('a server whose network is slow may slow down the pools on any of its OSDs', () => {
  expect(affected({ causes: [slow({ kind: 'net-slow', objects: ['a'] })] })).toHaveLength(3);
});

test('flapping that is over slows down no pool', () => {
  const flap = slow({ kind: 'osd-flap' });
  expect(affected({ causes: [flap] })).toHaveLength(2);
  expect(affected({ causes: [{ ...flap, isOver: true }] })).toEqual([]);
});

test('a cause that makes nobody wait, and an unknown one, affect no pool', () => {
  expect(affected({ causes: [slow({ kind: 'osd-down' }), slow({ confidence: 'unknown' })] })).toEqual([]);
});

test('a client that sends too much slows down its pool, and the pools on the same OSDs', () => {
  const hot = slow({ kind: 'hot-client', objects: ['client.7', 'vm'] });
  expect(affected({ causes: [hot] }).map(({ name, slowBy }) => [name, slowBy])).toEqual([
    ['vm', hot],
    ['s3', hot],
  ]);
  // Its pool is not known.
  expect(affected({ causes: [slow({ kind: 'hot-client', objects: ['client.7'] })] })).toEqual([]);
});
