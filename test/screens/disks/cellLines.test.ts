import { expect, test } from 'vitest';
import { createLook } from '../../../src/lib/look.ts';
import { cellLines } from '../../../src/screens/disks/map/cellLines.ts';
import type { GroupsOn } from '../../../src/store/answers/osdGroups.ts';
import type { MapCell } from '../../../src/store/answers/osdMap.ts';
import { type OsdRow, selectOsds } from '../../../src/store/answers/osds.ts';
import { bucket, osd } from '../../store/answers/shapes.ts';
import { deck, openDeck } from '../openedDeck.ts';
import { plainText } from '../roleMap.ts';

const ROWS = selectOsds({
  crush: {
    nodes: [
      bucket(-1, 'HOST', 'a', [0, 1, 2, 3]),
      osd(0, { size: 2048, used: 1024 }),
      osd(1, { status: 'DOWN' }),
      osd(2, { status: 'DOWN' }),
      osd(3, { status: 'DOWN', reweight: 0 }),
    ],
  },
  disks: [{ id: 9, osdId: 0, hostname: 'a', name: 'sda' }],
});
const row = (id: number): OsdRow => {
  const found = ROWS.find(({ osdId }) => osdId === id);
  if (found === undefined) throw new Error(`there is no osd.${id}`);
  return found;
};
const GROUPS: GroupsOn = { pgs: undefined, share: undefined, scrubAge: undefined, deepScrubAge: undefined };

/** The lines of a cell, without styles. */
async function lines(
  cell: Partial<MapCell>,
  {
    on,
    ms,
    width = 200,
    height = 3,
  }: { on?: Partial<GroupsOn>; ms?: number; width?: number; height?: number } = {},
  shown = row(0),
) {
  if (deck === undefined) await openDeck({ columns: 80, rows: 24, scenario: 'calm' }, 0);
  const osds = cell.osds ?? [shown];
  return cellLines(
    { ...deck.cockpit, look: createLook({ depth: 'none', unicode: true }) },
    {
      cell: { of: 'osd', name: 'osd.0', nodeId: 0, above: [], osds, worst: osds[0] ?? shown, ...cell },
      osd: shown,
      reports: {
        latencies: new Map(ms === undefined ? [] : [[shown.osdId ?? 0, ms]]),
        groups: new Map(on === undefined ? [] : [[0, { ...GROUPS, ...on }]]),
      },
    },
    { width, height },
  ).map(plainText);
}

test('the cell of an OSD tells its state, use, latency, device and place', async () => {
  expect(await lines({})).toEqual([' osd.0  up  50% of 2.0 KiB  sda hdd']);
  expect(await lines({ above: ['a', 'rack1'] }, { ms: 4.6 })).toEqual([
    ' osd.0  up  50% of 2.0 KiB  commits in 5 ms  sda hdd  on a, rack1',
  ]);
  // A latency that was reported before it went down is none of the present.
  const [down] = await lines({ name: 'osd.1' }, { ms: 4.6 }, row(1));
  expect(down).toMatch(/^ osd\.1 {2}down and in: its copies are not rebuilt yet {2}40% of 100 B {2}hdd$/);
});

test.each<[Partial<GroupsOn>, string]>([
  [{}, ''],
  [{ pgs: 1 }, '1 PG  '],
  [{ pgs: 8, share: 1.5 }, '8 PGs, 150% of its share  '],
  [{ deepScrubAge: 0.5 }, 'oldest deep scrub within the hour  '],
  [{ scrubAge: 1 }, 'oldest scrub 1h ago  '],
  [{ scrubAge: 47, deepScrubAge: 48 }, 'oldest deep scrub 2d ago, scrub 47h ago  '],
  [{ scrubAge: 95 }, 'oldest scrub 3d ago  '],
])('the placement groups %j of an OSD are told with its use', async (on, words) => {
  expect(await lines({}, { on })).toEqual([` osd.0  up  50% of 2.0 KiB  ${words}sda hdd`]);
});

test('the cell of a host counts its OSDs by state, the worst first, and names the one that keys act on', async () => {
  const host = { of: 'host' as const, name: 'a', nodeId: -1 };
  expect(await lines(host, { on: { pgs: 3 } })).toEqual([' host a  1 OSD, all up  worst osd.0: up  3 PGs']);
  const all = { ...host, osds: [1, 2, 3, 0].map(row), above: ['rack1'] };
  const [text = ''] = await lines(all);
  expect(text).toMatch(/^ host a {2}4 OSDs, 2 down, in, 1 down, out {2}osd\.0: up {2}on rack1$/);
});

test('the state of an OSD has the colour of its level only if something is wrong with it', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' }, 0);
  const { look } = deck.cockpit;
  const painted = (shown: OsdRow) =>
    cellLines(
      deck.cockpit,
      {
        cell: { of: 'osd', name: 'x', nodeId: 0, above: [], osds: [shown], worst: shown },
        osd: shown,
        reports: { latencies: new Map(), groups: new Map() },
      },
      { width: 200, height: 1 },
    ).join('');
  expect(painted(row(0))).toContain(look.paint('text', 'up'));
  expect(painted(row(1))).toContain(look.paint('error', 'down and in: its copies are not rebuilt yet'));
});

test('a cell that takes more lines than there are is one line that is cut', async () => {
  const above = ['some-host', 'some-rack', 'some-room'];
  const wrapped = await lines({ above }, { width: 40, height: 2 });
  expect(wrapped).toHaveLength(2);
  expect(wrapped.join('')).not.toContain('…');
  const [only = '', ...more] = await lines({ above }, { width: 40, height: 1 });
  expect(more).toEqual([]);
  expect(only).toMatch(/^ osd\.0 {2}up {2}50% of 2\.0 KiB {2}sda.*…$/);
  expect(only).toHaveLength(40);
});
