import { describe, expect, test } from 'vitest';
import {
  hierarchyOf,
  wantedHierarchy,
  type WantedMap,
  type WantedNode,
} from '../../../src/service/crushHierarchy.ts';
import { refuseCrushMap, refuseLostStarts, refuseTwoParents } from '../../../src/service/rules/crushMap.ts';

const node = (id: number, name: string, type: string, children: number[] = []) => ({
  id,
  name,
  type,
  children,
  deviceClass: id < 0 ? '' : 'hdd',
  reweight: 1,
});

/** Two hosts with one OSD each in one rack, a rack without OSDs, and a stray OSD. */
const present = hierarchyOf(
  [
    node(-1, 'default', 'root', [-2, -3]),
    node(-2, 'rack1', 'rack', [-4, -5]),
    node(-3, 'rack2', 'rack'),
    node(-4, 'node1', 'host', [0]),
    node(-5, 'node2', 'host', [1]),
    node(0, 'osd.0', 'osd'),
    node(1, 'osd.1', 'osd'),
    node(2, 'osd.2', 'osd'),
  ],
  [{ id: 2 }],
);

type Changes = Readonly<Record<number, Partial<WantedNode> | undefined>>;

/** The present map as a request, with some nodes changed, left out or added, or among the strays. */
function wanted(changes: Changes = {}, added: readonly WantedNode[] = [], stray = [{ id: 2 }]): WantedMap {
  const ids = [...present.nodes.keys()].filter((id) => id !== 2);
  const kept = ids.flatMap((id) => (id in changes && !changes[id] ? [] : [{ id, ...changes[id] }]));
  return { nodes: [...kept, ...added], stray };
}

const rack = (children: number[]): WantedNode => ({ id: -9, name: 'rack9', type: 'RACK', children });

test.each<[string, WantedMap]>([
  ['without changes', wanted()],
  ['with a node of an unknown type that the cluster has', wanted({ [-2]: { type: 'UNKNOWN' } })],
  ['with a new rack for a host', wanted({ [-2]: { children: [-5] } }, [rack([-4])])],
  [
    'with an OSD among the strays',
    wanted({ 0: undefined, [-4]: { children: [] } }, [], [{ id: 0 }, { id: 2 }]),
  ],
  ['that leaves the strays out', { nodes: wanted().nodes }],
  ['without one of its buckets', wanted({ [-3]: undefined, [-1]: { children: [-2] } })],
])('a CRUSH map %s is accepted', (_, map) => {
  expect(refuseCrushMap(map, present)).toBeUndefined();
});

test('a CRUSH map may have many new nodes, but not so many that checking them delays other clients', () => {
  const racks = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ id: -100 - i, name: `rack-${i}`, type: 'RACK' }));
  expect(refuseCrushMap(wanted({}, racks(10_000)), present)).toBeUndefined();
  expect(refuseCrushMap(wanted({}, racks(10_001)), present)?.status).toBe(400);
  expect(refuseCrushMap(wanted({}, racks(20_000)), present)).toEqual({
    status: 400,
    message: 'the map lists 20008 nodes, but the cluster has 8: add at most 10000 at a time',
  });
});

describe('refused CRUSH maps', () => {
  test.each<[string, WantedMap, RegExp]>([
    ['without an OSD', wanted({ 1: undefined, [-5]: { children: [] } }), /osd.1 is missing: put it/],
    ['without an OSD that its host still contains', wanted({ 1: undefined }), /osd.1 is missing/],
    [
      'without a bucket that another contains',
      wanted({ [-3]: undefined }),
      /default contains the node -3, which/,
    ],
    ['with an OSD in no bucket', wanted({ [-5]: { children: [] } }), /osd.1 must be in a bucket/],
    [
      'with an OSD both in a bucket and a stray',
      wanted({ [-5]: { children: [1, 2] } }),
      /osd.2 must be in a bucket/,
    ],
    ['with an unknown OSD', wanted({}, [{ id: 99 }]), /no osd.99: a map cannot add OSDs/],
    ['with the same node twice', wanted({}, [{ id: 2 }]), /the node 2 is listed twice/],
    [
      'with an OSD in two buckets',
      wanted({ [-4]: { children: [0, 1] } }),
      /osd.1 is in both node1 and node2/,
    ],
    ['with an unknown child', wanted({ [-4]: { children: [0, -77] } }), /node1 contains the node -77/],
    [
      'with a rack in a host',
      wanted({ [-4]: { children: [0, -3] }, [-1]: { children: [-2] } }),
      /rack2 is a rack and cannot be in the host node1/,
    ],
    ['with a rack in a rack', wanted({}, [rack([-3])]), /rack2 is a rack and cannot be in the rack rack9/],
    ['with a bucket in itself', wanted({}, [rack([-9])]), /rack9 would contain itself/],
    [
      'with a bucket among the strays',
      { ...wanted(), stray: [{ id: 2 }, rack([])] },
      /only OSDs can be strays/,
    ],
    ['with another type', wanted({ [-4]: { type: 'RACK' } }), /node1 is a host: its type cannot be changed/],
    ['with an OSD of another type', wanted({ 0: { type: 'HOST' } }), /osd.0 is a osd: its type/],
    ['with a new bucket without a name', wanted({}, [{ id: -9, type: 'RACK' }]), /bucket -9 is new: give it/],
    ['with a new bucket without a type', wanted({}, [{ id: -9, name: 'x' }]), /bucket x is new: give it/],
    [
      'with a new bucket of type OSD',
      wanted({}, [{ ...rack([]), type: 'OSD' }]),
      /the type "OSD": choose one of HOST, /,
    ],
    ['with an OSD in a host and in a rack', wanted({}, [rack([0])]), /osd.0 is in both node1 and rack9/],
    ['with an invalid name', wanted({ [-2]: { name: 'a b' } }), /a bucket cannot be named "a b"/],
    [
      'with a bucket named like an OSD',
      wanted({ [-2]: { name: 'osd.7' } }),
      /cannot have the name of an OSD, "osd.7"/,
    ],
    ['with the same name twice', wanted({ [-2]: { name: 'rack2' } }), /two nodes are named rack2/],
    ['with an OSD renamed', wanted({ 0: { name: 'disk' } }), /osd.0 is an OSD: it cannot be renamed/],
    ['with an OSD that contains another', wanted({ 0: { children: [1] } }), /or contain other nodes/],
    [
      'with a reweight above 1',
      wanted({ 0: { reweight: 1.5 } }),
      /reweight of osd.0 must be 0 \(out\) to 1, not 1.5/,
    ],
    ['with a reweight below 0', wanted({ 0: { reweight: -0.1 } }), /must be 0 \(out\) to 1/],
    [
      'with an invalid device class',
      wanted({ 0: { deviceClass: 'a/b' } }),
      /a device class cannot be named "a\/b"/,
    ],
  ])('a CRUSH map %s is refused', (_, map, words) => {
    expect(refuseCrushMap(map, present)).toEqual({
      status: 400,
      message: expect.stringMatching(words) as string,
    });
  });

  test('a CRUSH map with a cycle of buckets is refused, even with bucket types of its own', () => {
    const shelves = hierarchyOf([node(-1, 'a', 'shelf', [-2]), node(-2, 'b', 'shelf')], []);
    const map = { nodes: [{ id: -1 }, { id: -2, children: [-1] }], stray: [] };
    expect(refuseCrushMap(map, shelves)?.message).toBe('the bucket a would contain itself');
  });
});

test('a node of the present map that appears in two buckets is refused, too', () => {
  expect(refuseTwoParents(present)).toBeUndefined();
  const twice = hierarchyOf([...present.nodes.values(), node(-8, 'node8', 'host', [0])], []);
  expect(refuseTwoParents(twice)?.message).toContain('osd.0 is in both node1 and node8');
});

test('a bucket that a CRUSH rule starts from cannot be removed from the map', () => {
  const rules = [{ name: 'fast', buckets: [-3, -77] }];
  expect(refuseLostStarts(present, present, rules)).toBeUndefined();
  const map = wantedHierarchy(wanted({ [-3]: undefined, [-1]: { children: [-2] } }), present);
  expect(refuseLostStarts(map, present, rules)).toEqual({
    status: 409,
    message: 'the CRUSH rule fast starts from rack2: keep that bucket, or delete the rule first',
  });
});
