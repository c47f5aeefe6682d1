import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CrushNode } from '../../../src/api/contract/crush.ts';
import type { Disk } from '../../../src/api/contract/disks.ts';
import { selectOsds, smartText, smartVerdict } from '../../../src/store/answers/osds.ts';
import { emptyJournal } from '../../../src/store/session/journal.ts';
import { observeCrush } from '../../../src/store/session/osdHistory.ts';
import { bucket, osd } from './shapes.ts';

const disk = (id: number, part: Disk = {}): Disk => ({
  id,
  hostname: 'stor-1',
  server: 1,
  role: 'osd',
  name: `sd${id}`,
  ...part,
});
const ids = (disks: readonly Disk[], nodes: readonly CrushNode[]) =>
  selectOsds({ disks, crush: { nodes: [...nodes] } }).map((row) => row.id);

describe('join of disks and OSDs', () => {
  test('an OSD is joined with the disk that the CRUSH map names', () => {
    const [row, ...more] = selectOsds({ disks: [disk(7)], crush: { nodes: [osd(12, { diskId: 7 })] } });
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      id: 'osd.12',
      osdId: 12,
      diskId: 7,
      host: 'stor-1',
      device: 'sd7',
      status: 'UP',
      usedShare: 0.4,
    });
  });

  test('an OSD is joined with the disk that names it if the map names none, or an absent one', () => {
    expect(ids([disk(7, { osdId: 12 })], [osd(12)])).toEqual(['osd.12']);
    expect(ids([disk(7, { osdId: 12 })], [osd(12, { diskId: 99 })])).toEqual(['osd.12']);
  });

  test('an OSD claimed by two disks is joined with the one that the map names', () => {
    const rows = selectOsds({
      disks: [disk(1, { osdId: 5 }), disk(2)],
      crush: { nodes: [osd(5, { diskId: 2 })] },
    });
    expect(rows.map((row) => [row.id, row.diskId])).toEqual([
      ['disk.1', 1],
      ['osd.5', 2],
    ]);
  });

  test('an OSD without a disk is shown on the host of the CRUSH map', () => {
    const nodes = [osd(3), bucket(-2, 'HOST', 'stor-9', [3])];
    expect(selectOsds({ crush: { nodes } })).toMatchObject([
      { id: 'osd.3', host: 'stor-9', role: 'osd', device: '' },
    ]);
  });

  test('a disk without an OSD is shown, and so is an OSD that the map does not know', () => {
    const rows = selectOsds({
      disks: [disk(1, { role: 'mon' }), disk(2, { osdId: 8 })],
      crush: { nodes: [] },
    });
    expect(rows).toMatchObject([
      { id: 'osd.8', status: 'UNKNOWN', level: 'unknown' },
      { id: 'disk.1', status: '', in: undefined, level: 'ok' },
    ]);
  });

  test('a disk that was once an OSD is not taken for one', () => {
    expect(ids([disk(1, { role: 'old_osd', osdId: 5 })], [osd(5)]).sort()).toEqual(['disk.1', 'osd.5']);
  });

  test('an OSD outside the hierarchy is marked', () => {
    const [row] = selectOsds({ crush: { stray: [osd(4)] } });
    expect(row).toMatchObject({ stray: true, level: 'warn', why: ['stray: outside the CRUSH hierarchy'] });
    const [made] = selectOsds({ crush: { stray: [{ ...osd(4), status: 'DOWN' }] } });
    expect(made?.why).toEqual(['stray: outside the CRUSH hierarchy, never started']);
  });

  test('an OSD keeps its id while the lists change', () => {
    const nodes = [osd(12, { diskId: 7 })];
    expect(ids([], nodes)).toEqual(['osd.12']);
    expect(ids([disk(7, { osdId: 12 })], nodes)).toEqual(['osd.12']);
    expect(ids([disk(7, { osdId: 12 })], [])).toEqual(['osd.12']);
  });

  test('every disk and every OSD has a row with a unique id, whatever the service sends', () => {
    const small = fc.nat(4);
    const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const anyDisk = fc.record({
      id: option(small),
      osdId: option(small),
      role: option(fc.constantFrom('osd', 'mon', 'old_osd')),
    });
    const anyNode = fc.record({
      id: option(small),
      type: option(fc.constantFrom('OSD', 'HOST')),
      diskId: option(small),
      children: option(fc.array(small)),
    });
    fc.assert(
      fc.property(fc.array(anyDisk), fc.array(anyNode), fc.array(anyNode), (disks, nodes, stray) => {
        const rows = selectOsds({
          disks: disks as Disk[],
          crush: { nodes: nodes as CrushNode[], stray: stray as CrushNode[] },
        });
        expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
        const osdIds = [...nodes, ...stray]
          .filter((node) => node.id !== undefined && node.type !== 'HOST')
          .map((node) => node.id);
        for (const id of osdIds) expect(rows.filter((row) => row.osdId === id)).toHaveLength(1);
        expect(rows.length).toBeGreaterThanOrEqual(disks.length);
      }),
    );
  });
});

describe('problems of an OSD', () => {
  const row = (node: CrushNode, part: Disk = {}) =>
    selectOsds({ disks: [disk(1, part)], crush: { nodes: [osd(0, { diskId: 1, ...node })] } })[0];

  test.each([
    ['nothing', {}, {}, 'ok', []],
    ['down and in', { status: 'DOWN' }, {}, 'error', ['down and in: its copies are not rebuilt yet']],
    ['down and out', { status: 'DOWN', reweight: 0 }, {}, 'warn', ['down and out']],
    ['out', { reweight: 0 }, {}, 'warn', ['out: no data is placed on it']],
    ['destroyed', { status: 'DESTROYED' }, {}, 'warn', ['destroyed: its id waits for a new disk']],
    ['an unknown state', { status: 'MELTED' }, {}, 'unknown', ['state not known']],
    ['nearfull', { used: 85 }, {}, 'warn', ['nearfull']],
    ['full', { used: 96 }, {}, 'error', ['full: writes to its pools stop']],
    ['full, but out', { used: 96, reweight: 0 }, {}, 'warn', ['out: no data is placed on it']],
    ['a missing disk', {}, { missing: true }, 'error', ['disk is missing']],
    ['bad SMART', {}, { smart: { status: 'FAILED!' } }, 'warn', ['SMART: FAILED!']],
    ['a dead daemon', {}, { daemonRunning: false }, 'warn', ['osd daemon is not running']],
  ])('the problem of an OSD or disk is shown: %s', (_, node, part, level, why) => {
    expect(row(node, part)).toMatchObject({ level, why });
  });

  test('the worst problem of an OSD is shown first', () => {
    const { why } = row({ status: 'DOWN' }, { smart: { status: 'FAILED!' }, daemonRunning: false }) ?? {};
    expect(why?.[0]).toContain('down and in');
    expect(why).toHaveLength(3);
  });

  test('an idle disk needs no daemon', () => {
    const [idle] = selectOsds({ disks: [disk(1, { role: 'unassigned', daemonRunning: false })] });
    expect(idle?.level).toBe('ok');
  });

  test('an OSD shows that it is flapping, and since when it is down', () => {
    const look = (status: string) => ({ nodes: [osd(0, { status })] });
    const journal = ['UP', 'DOWN', 'UP', 'DOWN'].reduce(
      (before, status, index) => observeCrush(before, look(status), index * 1000),
      emptyJournal,
    );
    const [flapping] = selectOsds({ crush: look('DOWN'), journal });
    expect(flapping).toMatchObject({ flaps: 2, down: { at: 3000, exact: true } });
    expect(flapping?.why).toContain('flapping: went down 2 times in 10 minutes');
  });
});

test('OSDs are ordered worst first, then by host and number in natural order', () => {
  const nodes = [
    osd(0),
    osd(1),
    osd(2),
    osd(10, { status: 'DOWN' }),
    bucket(-2, 'HOST', 'stor-10', [0]),
    bucket(-3, 'HOST', 'stor-9', [2, 1, 10]),
  ];
  expect(ids([], nodes)).toEqual(['osd.10', 'osd.1', 'osd.2', 'osd.0']);
});

test.each([
  ['PASSED', 'good'],
  ['passed', 'good'],
  ['OK', 'good'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['UNKNOWN', 'unknown'],
  ['FAILED!', 'bad'],
  ['FAILURE PREDICTION THRESHOLD EXCEEDED', 'bad'],
])('the SMART status %s is rated %s', (status, verdict) => {
  expect(smartVerdict(status)).toBe(verdict);
});

describe('disks and OSDs of a silent server', () => {
  const silentDisk = { id: 1, osdId: 3, role: 'osd', daemonRunning: true, smart: { status: 'OK' } } as const;
  const rowOf = (part: object, status = 'DOWN') =>
    selectOsds({ disks: [{ ...silentDisk, ...part }], crush: { nodes: [osd(3, { status, diskId: 1 })] } })[0];

  test('a silent server says nothing about a daemon or the health of a disk', () => {
    expect(rowOf({ serverLastSeen: 61 })).toMatchObject({
      daemon: 'unknown',
      smart: 'unknown',
      silent: true,
    });
    expect(rowOf({ serverLastSeen: 61, daemonRunning: false })).toMatchObject({ daemon: 'unknown' });
    expect(rowOf({ serverLastSeen: 61 })?.why).toContain('its server is silent');
    expect(rowOf({ serverLastSeen: 59 })).toMatchObject({ daemon: 'running', smart: 'good', silent: false });
  });

  test('the daemon of a silent server is unknown', () => {
    const { daemonRunning: _, ...unsaid } = silentDisk;
    const nodes = [osd(3, { status: 'DOWN', diskId: 1 })];
    expect(selectOsds({ disks: [unsaid], crush: { nodes } })[0]).toMatchObject({ daemon: 'unknown' });
  });

  test('a disk that was bad when its server was last heard stays bad', () => {
    expect(rowOf({ serverLastSeen: 600, smart: { status: 'FAILING' } })).toMatchObject({ smart: 'bad' });
  });

  test('a daemon reported as running before its OSD went down is not shown as running afterwards', () => {
    const lists = {
      disks: [{ ...silentDisk, serverLastSeen: 20 }],
      crush: { nodes: [osd(3, { status: 'DOWN', diskId: 1 })] },
    };
    const life = { status: 'DOWN', at: 100_000, exact: true, downs: [100_000] };
    const at = (now: number) =>
      selectOsds({ ...lists, journal: { osds: new Map([[3, life]]) }, now })[0]?.daemon;
    expect(at(110_000)).toBe('unknown');
    expect(at(160_000)).toBe('running');
  });
});

test.each([
  [undefined, ''],
  [{}, ''],
  [{ status: 'PASSED' }, 'PASSED'],
  [{ details: 'worn' }, 'worn'],
  [{ status: '', details: 'worn' }, 'worn'],
  [{ status: 'FAILED!', details: 'worn' }, 'FAILED!: worn'],
])('the SMART report %j is shown as %j', (smart, text) => {
  expect(smartText(smart && { smart })).toBe(text);
});
