import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildOsdMap,
  MAP_MEASURES,
  MAP_STATES,
  type MapMeasure,
  type MapScale,
  type MapState,
  mapScale,
  mapState,
  worstOsd,
} from '../../../src/store/answers/osdMap.ts';
import { type OsdRow, selectOsds } from '../../../src/store/answers/osds.ts';
import { buildTree } from '../../../src/store/answers/tree.ts';
import { cluster, osd } from './shapes.ts';

const NO_READINGS = new Map<number, number>();

const shape = fc
  .record({
    racks: fc.integer({ min: 1, max: 4 }),
    hosts: fc.integer({ min: 1, max: 4 }),
    osds: fc.integer({ min: 1, max: 4 }),
  })
  .chain(({ racks, hosts, osds }) =>
    fc.record({
      racks: fc.constant(racks),
      hosts: fc.constant(hosts),
      osds: fc.constant(osds),
      down: fc.uniqueArray(fc.integer({ min: 0, max: racks * hosts * osds - 1 }), { maxLength: 6 }),
    }),
  );

function mapOf(options: Parameters<typeof cluster>[0], measure: MapMeasure = 'state', scale?: MapScale) {
  const crush = cluster(options);
  return buildOsdMap({
    tree: buildTree(crush),
    rows: selectOsds({ crush }),
    measure,
    readings: NO_READINGS,
    ...(scale && { scale }),
  });
}

const rank = (row: OsdRow) => MAP_STATES.indexOf(mapState(row));

describe('map of OSDs', () => {
  test.each([
    [0, 'osd'],
    [1999, 'osd'],
    [2000, 'host'],
    [19_999, 'host'],
    [20_000, 'rack'],
  ] as const)('with %i OSDs a cell of the map is of the kind %s', (osds, scale) => {
    expect(mapScale(osds)).toBe(scale);
  });

  test('every OSD is in exactly one cell, in the order of the CRUSH map, at every scale', () => {
    fc.assert(
      fc.property(shape, fc.constantFrom('osd', 'host', 'rack'), (options, scale) => {
        const { cells, cellIndexOf } = mapOf(options, 'state', scale);
        const ids = cells.flatMap(({ osds }) => osds.map(({ osdId }) => osdId));
        const { racks, hosts, osds } = options;
        expect(ids).toEqual(Array.from({ length: racks * hosts * osds }, (_, id) => id));
        for (const [index, cell] of cells.entries())
          for (const { id } of cell.osds) expect(cellIndexOf.get(id)).toBe(index);
      }),
    );
  });

  test('there is a cell for each OSD, host or rack', () => {
    const options = { racks: 3, hosts: 4, osds: 5 };
    expect(mapOf(options, 'state', 'osd').cells).toHaveLength(60);
    expect(
      mapOf(options, 'state', 'host')
        .cells.map(({ name }) => name)
        .slice(0, 3),
    ).toEqual(['stor-1', 'stor-2', 'stor-3']);
    expect(mapOf(options, 'state', 'rack').cells.map(({ name }) => name)).toEqual(['r1', 'r2', 'r3']);
  });

  test('on a CRUSH map without racks, a cell for a rack is a host, and never the whole cluster', () => {
    const nodes = [
      { id: -1, name: 'default', type: 'ROOT', children: [-2, -3] },
      { id: -2, name: 'a', type: 'HOST', children: [0, 1] },
      { id: -3, name: 'b', type: 'HOST', children: [2] },
      ...[0, 1, 2].map((id) => osd(id)),
    ];
    const crush = { nodes };
    const { cells } = buildOsdMap({
      tree: buildTree(crush),
      rows: selectOsds({ crush }),
      measure: 'state',
      readings: NO_READINGS,
      scale: 'rack',
    });
    expect(cells.map(({ name, osds }) => [name, osds.length])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });

  test('OSDs are grouped by host within their rack, and hosts by rack', () => {
    const options = { racks: 2, hosts: 2, osds: 2 };
    const named = (scale: MapScale) =>
      mapOf(options, 'state', scale).groups.map(({ name, blocks }) => [
        name,
        blocks.map((block) => [block.name, block.cells.length]),
      ]);
    expect(named('osd')).toEqual([
      [
        'r1',
        [
          ['stor-1', 2],
          ['stor-2', 2],
        ],
      ],
      [
        'r2',
        [
          ['stor-3', 2],
          ['stor-4', 2],
        ],
      ],
    ]);
    expect(named('host')).toEqual([
      [
        'default',
        [
          ['r1', 2],
          ['r2', 2],
        ],
      ],
    ]);
  });

  test('a cell has the worst state of everything in it', () => {
    fc.assert(
      fc.property(shape, fc.constantFrom('osd', 'host', 'rack'), (options, scale) => {
        for (const { osds, worst } of mapOf(options, 'state', scale).cells) {
          expect(osds).toContain(worst);
          expect(rank(worst)).toBe(Math.max(...osds.map(rank)));
        }
      }),
    );
  });

  test('an OSD that is down is the worst by every measure, followed by the highest value', () => {
    const rows = (nodes: readonly ReturnType<typeof osd>[]) => selectOsds({ crush: { nodes: [...nodes] } });
    const worst = (all: readonly OsdRow[], measure: MapMeasure, readings = NO_READINGS) =>
      worstOsd(all as [OsdRow, ...OsdRow[]], measure, readings).osdId;
    const down = rows([osd(1, { used: 99 }), osd(2, { status: 'DOWN', used: 1 }), osd(3)]);
    for (const measure of MAP_MEASURES) expect(worst(down, measure)).toBe(2);
    const up = rows([osd(1, { used: 30 }), osd(2, { used: 80 }), osd(3, { used: 50 })]);
    expect(worst(up, 'use')).toBe(2);
    expect(
      worst(
        up,
        'latency',
        new Map([
          [1, 5],
          [3, 90],
        ]),
      ),
    ).toBe(3);
  });

  test('the worst cell does not depend on the order, except among equal ones', () => {
    const state = fc.constantFrom('UP', 'DOWN', 'DESTROYED', 'UNKNOWN' as const);
    const nodes = fc.array(fc.tuple(state, fc.constantFrom(0, 1), fc.integer({ min: 0, max: 100 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(nodes, fc.constantFrom(...MAP_MEASURES), (parts, measure) => {
        const all = selectOsds({
          crush: {
            nodes: parts.map(([status, reweight, used], id) => osd(id, { status, reweight, used })),
          },
        });
        const there = worstOsd(all as [OsdRow, ...OsdRow[]], measure, NO_READINGS);
        const back = worstOsd(all.toReversed() as [OsdRow, ...OsdRow[]], measure, NO_READINGS);
        expect(rank(back)).toBe(rank(there));
      }),
    );
  });

  test('an OSD that is missing in the CRUSH map is on the map, too', () => {
    const disk = { id: 1, hostname: 'stor-9', role: 'osd', osdId: 7, name: 'sda' } as const;
    const { cells, counts } = buildOsdMap({
      tree: buildTree({ nodes: [osd(1)], stray: [osd(3)] }),
      rows: selectOsds({ disks: [disk], crush: { nodes: [osd(1)], stray: [osd(3)] } }),
      measure: 'state',
      readings: NO_READINGS,
    });
    expect(cells.map(({ name }) => name).sort()).toEqual(['osd.1', 'osd.3', 'osd.7']);
    expect(counts.unknown).toBe(1);
  });

  const [row] = selectOsds({ crush: { nodes: [osd(1)] } });
  const inState = (osdId: number, state: Partial<OsdRow>): OsdRow => {
    if (row === undefined) throw new Error('there is no OSD');
    return { ...row, osdId, status: 'UP', in: true, level: 'ok', ...state };
  };

  test.each<[Partial<OsdRow>, MapState]>([
    [{}, 'up'],
    [{ status: 'UNKNOWN' }, 'unknown'],
    [{ level: 'unknown' }, 'unknown'],
    [{ in: false }, 'out'],
    [{ in: false, level: 'warn' }, 'out'],
    [{ status: 'DESTROYED', in: false }, 'destroyed'],
    [{ level: 'warn' }, 'watch'],
    [{ status: 'DOWN', in: false }, 'downOut'],
    [{ level: 'error' }, 'failing'],
    [{ level: 'error', in: false }, 'failing'],
    [{ status: 'DOWN', level: 'error' }, 'down'],
  ])('an OSD that differs from a healthy one by %j has the state %s', (state, expected) => {
    expect(mapState(inState(1, state))).toBe(expected);
  });

  test('the states of OSDs are ranked from up to down, and the first of equal OSDs is the worst', () => {
    const states: Partial<OsdRow>[] = [
      {},
      { level: 'unknown' },
      { in: false },
      { status: 'DESTROYED' },
      { level: 'warn' },
      { status: 'DOWN', in: false },
      { level: 'error' },
      { status: 'DOWN' },
    ];
    for (const [better, state] of states.entries()) {
      const worse = states[better + 1];
      if (worse === undefined) break;
      // A reading of the better one does not matter for the state.
      const readings = new Map([[1, 100]]);
      expect(worstOsd([inState(1, state), inState(2, worse)], 'state', readings).osdId).toBe(2);
      expect(worstOsd([inState(2, worse), inState(1, state)], 'state', readings).osdId).toBe(2);
    }
    expect(worstOsd([inState(1, {}), inState(2, {})], 'state', NO_READINGS).osdId).toBe(1);
    expect(worstOsd([inState(1, {}), inState(2, { level: 'warn' })], 'latency', NO_READINGS).osdId).toBe(2);
  });

  test('a cell names the buckets above it, nearest first', () => {
    const above = (scale: MapScale) => mapOf({ racks: 2, hosts: 2, osds: 1 }, 'state', scale).cells[0]?.above;
    expect(above('osd')).toEqual(['stor-1', 'r1', 'default']);
    expect(above('host')).toEqual(['r1', 'default']);
    expect(above('rack')).toEqual(['default']);
  });

  test('OSDs outside the CRUSH map stand apart, by their hosts, and disks without an OSD are left out', () => {
    const disk = (id: number, hostname: string) =>
      ({ id, hostname, role: 'osd', osdId: id, name: `sd${id}` }) as const;
    const unused = { id: 99, hostname: 'stor-8', role: 'unassigned', name: 'sdz' } as const;
    const disks = [disk(5, 'stor-8'), disk(6, 'stor-8'), disk(7, 'stor-9'), unused];
    const groups = (scale?: MapScale) =>
      buildOsdMap({
        tree: buildTree({ nodes: [] }),
        rows: selectOsds({ disks, crush: { nodes: [] } }),
        measure: 'state',
        readings: NO_READINGS,
        ...(scale && { scale }),
      }).groups.map(({ name, blocks }) => [
        name,
        ...blocks.map(
          (block) =>
            `${block.name}: ${block.cells.map((cell) => `${cell.name}/${cell.osds.length}`).join(' ')}`,
        ),
      ]);
    expect(groups()).toEqual([['in no bucket', 'stor-8: osd.5/1 osd.6/1', 'stor-9: osd.7/1']]);
    expect(groups('host')).toEqual([['in no bucket', 'in no bucket: stor-8/2 stor-9/1']]);
  });
});
