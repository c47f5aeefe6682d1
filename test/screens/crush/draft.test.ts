import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createApi } from '../../../src/api/client.ts';
import type { CrushMap, CrushNode } from '../../../src/api/contract/crush.ts';
import { difference } from '../../../src/screens/crush/difference.ts';
import {
  applyEdits,
  BUCKET_TYPES,
  type CrushEdit,
  newBucketId,
  requestOf,
} from '../../../src/screens/crush/draft.ts';
import { embeddedTransport } from '../../../src/service/embedded.ts';
import { createSimEngine } from '../../../src/service/sim/engine.ts';
import { fakeClock } from '../../support/fakeClock.ts';

const bucket = (id: number, type: string, name: string, children: number[]): CrushNode => ({
  id,
  type,
  name,
  children,
});
const osd = (id: number): CrushNode => ({
  id,
  type: 'OSD',
  name: `osd.${id}`,
  status: 'UP',
  deviceClass: id % 2 === 0 ? 'hdd' : 'ssd',
  reweight: 1,
  used: 100,
  size: 1000,
});

const MAP: CrushMap = {
  nodes: [
    bucket(-1, 'ROOT', 'default', [-2, -3]),
    bucket(-2, 'RACK', 'rack1', [-4, -5]),
    bucket(-3, 'RACK', 'rack2', [-6]),
    bucket(-4, 'HOST', 'a', [0, 1]),
    bucket(-5, 'HOST', 'b', [2, 3]),
    bucket(-6, 'HOST', 'c', [4]),
    ...[0, 1, 2, 3, 4].map(osd),
  ],
  stray: [osd(5)],
};

const ids = fc.integer({ min: -9, max: 6 });
const words = fc.constantFrom('a', 'rack1', 'new-1', 'new-2', 'osd.1', 'bad name');
const anyEdit: fc.Arbitrary<CrushEdit> = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), id: ids, to: fc.option(ids, { nil: undefined }) }),
  fc.record({
    kind: fc.constant('add' as const),
    id: fc.integer({ min: -9, max: -7 }),
    name: words,
    type: fc.constantFrom(...BUCKET_TYPES),
    under: fc.option(ids, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('rename' as const), id: ids, name: words }),
  fc.record({ kind: fc.constant('remove' as const), id: ids }),
  fc.record({
    kind: fc.constant('reweight' as const),
    id: ids,
    reweight: fc.constantFrom(0, 0.5, 1, 2),
  }),
  fc.record({ kind: fc.constant('class' as const), id: ids, deviceClass: fc.constantFrom('hdd', 'ssd') }),
);
const anyEdits = fc.array(anyEdit, { maxLength: 12 });

describe('edits of a CRUSH map', () => {
  test('any edits of a CRUSH map keep the hierarchy valid: one place per node, no cycles, unique names', () => {
    fc.assert(
      fc.property(anyEdits, (edits) => {
        const { nodes = [], stray = [] } = applyEdits(MAP, edits).map;
        const parents = new Map<number, number>();
        for (const node of nodes)
          for (const child of node.children ?? []) {
            expect(parents.has(child)).toBe(false);
            parents.set(child, node.id!);
          }
        const all = [...nodes, ...stray];
        const known = new Map(all.map((node) => [node.id!, node]));
        expect(known.size).toBe(all.length);
        expect(
          all
            .filter(({ type }) => type === 'OSD')
            .map(({ id }) => id!)
            .toSorted((a, b) => a - b),
        ).toEqual([0, 1, 2, 3, 4, 5]);
        expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
        for (const id of known.keys()) {
          const seen = new Set([id]);
          for (let at = parents.get(id); at !== undefined; at = parents.get(at)) {
            expect(seen.has(at)).toBe(false);
            expect(known.has(at)).toBe(true);
            seen.add(at);
          }
        }
        for (const { id } of stray) expect(parents.has(id!)).toBe(false);
      }),
    );
  });

  test('a refused edit of the CRUSH map is reported and changes nothing', () => {
    fc.assert(
      fc.property(anyEdits, (edits) => {
        const { map, failed } = applyEdits(MAP, edits);
        const refused = new Set(failed.map(({ edit }) => edit));
        const again = applyEdits(
          MAP,
          edits.filter((edit) => !refused.has(edit)),
        );
        expect(again).toEqual({ map, failed: [] });
      }),
    );
  });

  test('a move and its reverse leave no difference', () => {
    const moves: CrushEdit[] = [
      { kind: 'move', id: -4, to: -3 },
      { kind: 'move', id: -4, to: -2 },
    ];
    expect(difference(MAP, applyEdits(MAP, moves).map)).toEqual([]);
  });

  test.each<[CrushEdit, RegExp]>([
    [{ kind: 'move', id: -2, to: -4 }, /cannot contain itself/],
    [{ kind: 'move', id: -4, to: -5 }, /a is a host and cannot be placed in the host b/],
    [{ kind: 'move', id: 0, to: 1 }, /cannot contain anything/],
    [{ kind: 'move', id: -4, to: undefined }, /only OSDs can leave/],
    [{ kind: 'remove', id: -3 }, /holds 1 nodes/],
    [{ kind: 'remove', id: 0 }, /is an OSD/],
    [{ kind: 'rename', id: -2, name: 'rack2' }, /a node rack2 already exists/],
    [{ kind: 'rename', id: 3, name: 'x' }, /cannot be renamed/],
    [{ kind: 'reweight', id: -2, reweight: 1 }, /only OSDs/],
    [{ kind: 'reweight', id: 1, reweight: 2 }, /0 to 1/],
    [{ kind: 'add', id: -9, name: 'x', type: 'ROOT', under: -2 }, /cannot be placed in the rack/],
    [
      { kind: 'add', id: -2, name: 'x', type: 'RACK', under: -1 },
      /^the id -2 has been taken by rack1 meanwhile$/,
    ],
    [{ kind: 'move', id: 9, to: -4 }, /^node 9 is not in the map$/],
    [{ kind: 'move', id: 0, to: 50 }, /^node 50 is not in the map$/],
    [{ kind: 'move', id: 5, to: undefined }, /^osd\.5 is already outside the hierarchy$/],
    [{ kind: 'move', id: 0, to: -4 }, /^osd\.0 is already in a$/],
    [{ kind: 'move', id: -4, to: -4 }, /^a cannot contain itself$/],
    [{ kind: 'add', id: -9, name: 'x', type: 'OSD', under: -1 }, /^there is no bucket type OSD$/],
    [{ kind: 'add', id: -9, name: 'x', type: 'HOST', under: 77 }, /^node 77 is not in the map$/],
    [{ kind: 'add', id: -9, name: 'x', type: 'HOST', under: 0 }, /^osd\.0 is an OSD and cannot contain/],
    [{ kind: 'add', id: -9, name: 'b c', type: 'HOST', under: -2 }, /^a bucket cannot be named "b c"/],
    [{ kind: 'add', id: -9, name: 'osd.7', type: 'HOST', under: undefined }, /cannot be named "osd\.7"/],
    [{ kind: 'add', id: -9, name: 'a', type: 'HOST', under: undefined }, /^a node a already exists$/],
    [{ kind: 'rename', id: 99, name: 'x' }, /^node 99 is not in the map$/],
    [{ kind: 'remove', id: 99 }, /^node 99 is not in the map$/],
    [{ kind: 'class', id: -2, deviceClass: 'ssd' }, /^rack1 is a bucket: only OSDs have that$/],
    [{ kind: 'class', id: 0, deviceClass: 'a b' }, /^a device class is one word, such as ssd$/],
    [{ kind: 'reweight', id: 1, reweight: -0.1 }, /^the reweight of osd\.1 must be 0 to 1$/],
  ])('the edit %o of the CRUSH map is refused with the reason', (edit, why) => {
    expect(applyEdits(MAP, [edit]).failed).toEqual([{ edit, why: expect.stringMatching(why) as string }]);
  });

  test('the id of a new bucket is below all others', () => {
    expect(newBucketId(MAP)).toBe(-7);
    expect(newBucketId({})).toBe(-1);
  });
});

describe('difference of two CRUSH maps', () => {
  test('the difference of two CRUSH maps is empty for equal ones, and otherwise describes each change', () => {
    expect(difference(MAP, MAP)).toEqual([]);
    const { map } = applyEdits(MAP, [
      { kind: 'add', id: -7, name: 'rack3', type: 'RACK', under: -1 },
      { kind: 'move', id: -6, to: -7 },
      { kind: 'remove', id: -3 },
      { kind: 'rename', id: -4, name: 'host-a' },
      { kind: 'reweight', id: 0, reweight: 0.5 },
      { kind: 'class', id: 1, deviceClass: 'hdd' },
      { kind: 'move', id: 5, to: -6 },
      { kind: 'move', id: 2, to: undefined },
    ]);
    expect(difference(MAP, map).map((change) => change.words)).toEqual([
      'add the rack rack3 to default',
      'rename a to host-a',
      'move c from rack2 to rack3',
      'change the reweight of osd.0 from 1 to 0.5',
      'change the device class of osd.1 from ssd to hdd',
      'move osd.5 from outside the hierarchy to c',
      'move osd.2 from b to outside the hierarchy',
      'remove rack2 from default',
    ]);
  });

  test('the console and the service find the same difference after any edits', async () => {
    const clock = fakeClock();
    const engine = createSimEngine({ clock, scenario: 'calm', seed: 1 });
    const client = createApi({
      transport: embeddedTransport(engine),
      readOnly: () => false,
      onWrite: () => undefined,
      clock,
    });
    const map = await client.getCrushMap();
    const nodes = (map.nodes ?? []).filter(({ id }) => id !== undefined);
    const any = fc.constantFrom(...nodes.map(({ id }) => id!));
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('move' as const), id: any, to: any }),
        fc.record({ kind: fc.constant('rename' as const), id: any, name: fc.constantFrom('x', 'y') }),
        fc.record({ kind: fc.constant('reweight' as const), id: any, reweight: fc.constantFrom(0, 0.5) }),
        fc.record({
          kind: fc.constant('class' as const),
          id: any,
          deviceClass: fc.constantFrom('hdd', 'ssd'),
        }),
        fc.record({
          kind: fc.constant('add' as const),
          id: fc.integer({ min: -999, max: -900 }),
          name: fc.constantFrom('n1', 'n2'),
          type: fc.constantFrom('RACK', 'HOST'),
          under: any,
        }),
      ),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (edits) => {
        const draft = applyEdits(map, edits);
        const own = difference(map, draft.map);
        if (own.length === 0) {
          await expect(client.changeCrushMap({ body: requestOf(draft.map) })).rejects.toThrow(
            /nothing to change/,
          );
          return;
        }
        const request = await client.changeCrushMap({ body: requestOf(draft.map) });
        expect(request.state).toBe('PENDING');
        expect(request.changes?.length).toBe(own.length);
        // Only a limited number may wait.
        await engine.decisions?.reject(request.id!);
      }),
      { numRuns: 40 },
    );
  });
});

test('a name from a server is quoted as one word in the shown command, whatever it contains', () => {
  const evil = 'x; reboot';
  const before: CrushMap = { nodes: [bucket(-1, 'ROOT', 'default', [-2, -3]), bucket(-2, 'HOST', evil, [])] };
  const after: CrushMap = {
    nodes: [
      bucket(-1, 'ROOT', evil, [-3]),
      bucket(-3, 'HOST', evil, [-4, 7]),
      bucket(-4, 'HOST', evil, []),
      { ...osd(7), name: evil, deviceClass: evil },
    ],
  };
  const from: CrushMap = { nodes: [...(before.nodes ?? []), bucket(-3, 'HOST', 'c', []), osd(7)] };
  const lines = difference(from, after).map(({ cli }) => cli);
  expect(lines).toEqual([
    "ceph osd crush add-bucket 'x; reboot' host 'host=x; reboot'",
    "ceph osd crush rename-bucket default 'x; reboot'",
    "ceph osd crush rename-bucket c 'x; reboot'",
    "ceph osd crush rename-bucket osd.7 'x; reboot'",
    "ceph osd crush move 'x; reboot' 'host=x; reboot'",
    "ceph osd crush rm-device-class 'x; reboot'; ceph osd crush set-device-class 'x; reboot' 'x; reboot'",
    "ceph osd crush rm 'x; reboot'",
  ]);
});
