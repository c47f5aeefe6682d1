import { expect, test } from 'vitest';
import { describeDisk, nameOf, stateOf } from '../../../src/screens/disks/describe.ts';
import type { OsdRow } from '../../../src/store/answers/osds.ts';
import { resources } from '../../../src/store/cache/resources.ts';
import { deck, openDeck } from '../openedDeck.ts';

const ROW: OsdRow = {
  id: 'osd.4',
  osdId: 4,
  diskId: 1,
  serverId: 1,
  host: 'h',
  device: 'sda',
  path: '/dev/sda',
  role: 'osd',
  deviceClass: 'hdd',
  serial: 'S1',
  info: 'Maker 1',
  capacity: 2048,
  used: 1024,
  usedShare: 0.5,
  fill: undefined,
  status: 'UP',
  in: true,
  reweight: 1,
  smart: 'good',
  missing: false,
  daemon: 'running',
  silent: false,
  lastSeen: 5,
  serverLastSeen: 6,
  encrypted: undefined,
  down: undefined,
  flaps: 0,
  level: 'ok',
  why: [],
  stray: false,
  disk: undefined,
  node: undefined,
};

test.each<[Partial<OsdRow>, string]>([
  [{}, 'UP'],
  [{ in: false }, 'UP out'],
  [{ status: 'DOWN' }, 'DOWN in'],
  [{ status: 'DOWN', in: false }, 'DOWN out'],
  [{ status: 'DOWN', in: undefined }, 'DOWN'],
  [{ status: '', role: 'mon' }, 'mon'],
  [{ missing: true, status: 'DOWN' }, 'MISSING'],
])('an OSD or disk with %o is in the state %s', (more, state) => {
  expect(stateOf({ ...ROW, ...more })).toBe(state);
});

test('a row is named by its OSD, or by its device, or by its number', () => {
  const disk = { ...ROW, osdId: undefined, id: 'disk.1' };
  expect([ROW, disk, { ...disk, device: '' }].map(nameOf)).toEqual(['osd.4', 'sda', 'disk.1']);
});

/** The facts about a row by their names. */
const factsOf = (row: OsdRow, cockpit = deck.cockpit) =>
  Object.fromEntries(describeDisk(cockpit, row).facts.map(([name, value]) => [name, value]));

test('everything that is known about an OSD and its disk is told, and a dash stands for the rest', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  const known = describeDisk(deck.cockpit, ROW);
  expect(known).toMatchObject({
    title: 'osd.4 on h',
    state: { word: 'UP', level: 'ok' },
    text: ['It reports no problem.'],
  });
  expect(factsOf(ROW)).toMatchObject({
    status: 'UP',
    device: '/dev/sda',
    role: 'osd',
    class: 'hdd',
    serial: 'S1',
    model: 'Maker 1',
    capacity: '2.0 KiB',
    used: '50.0% (1.0 KiB)',
    reweight: '1',
    SMART: 'good',
    daemon: 'running',
    'last seen': '5s',
    'server seen': '6s',
  });
  expect(factsOf(ROW)).not.toHaveProperty('down for');
  const empty = {
    path: '',
    device: '',
    role: '',
    deviceClass: '',
    serial: '',
    info: '',
    reweight: undefined,
  };
  expect(factsOf({ ...ROW, ...empty, daemon: undefined, osdId: undefined })).toMatchObject({
    device: '--',
    role: '--',
    class: '--',
    serial: '--',
    model: '--',
    reweight: '--',
    daemon: '--',
  });
  expect(factsOf({ ...ROW, path: '' })).toMatchObject({ device: 'sda' });
  expect(factsOf({ ...ROW, osdId: undefined })).not.toHaveProperty('went down');
});

test('the problems of a disk and its SMART report are listed below its facts', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  const disk = { smart: { status: 'FAILING', details: 'one\ntwo' } };
  const text = (more: Partial<OsdRow>) =>
    describeDisk(deck.cockpit, { ...ROW, disk, ...more }).text?.map((line) =>
      typeof line === 'string' ? line : JSON.stringify(line),
    );
  expect(text({ why: ['down', 'stray'] })).toEqual([
    'Problems: down, stray',
    '',
    expect.stringContaining('"SMART"'),
    'FAILING: one',
    'two',
  ]);
  expect(text({ silent: true })?.[2]).toContain('SMART, as last reported by its server');
});

test('what a silent server said last is not known since then', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  deck.cockpit.view.setState({ utc: true });
  const at = deck.cockpit.cache.slot(resources.disks).at ?? 0;
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19) + 'Z';
  const unknown = { ...ROW, smart: 'unknown', daemon: 'unknown', serverLastSeen: 90 } as const;
  const words = `not known since ${clock(at - 90_000)}, when its server was last heard from`;
  expect(factsOf({ ...unknown, silent: true })).toMatchObject({ SMART: words, daemon: words });
  expect(factsOf(unknown)).toMatchObject({ SMART: 'not known', daemon: 'not known' });
});

/** The facts about how often an OSD went down; the times are in minutes before now. */
function wentDown(
  { watched, gap, logged = [] }: { watched?: number; gap?: number; logged?: readonly number[] },
  more: Partial<OsdRow> = {},
) {
  const { now } = deck.cockpit.view.getState();
  const ago = (minutes: number | undefined) => (minutes === undefined ? undefined : now - minutes * 60_000);
  const facts = {
    ...deck.cockpit.facts,
    watchedSince: () => ago(watched),
    gapAt: () => ago(gap),
    loggedDowns: () => logged.map((minutes) => now - minutes * 60_000),
  };
  const clock = (minutes: number) => new Date(now - minutes * 60_000).toISOString().slice(11, 19) + 'Z';
  const told = String(factsOf({ ...ROW, ...more }, { ...deck.cockpit, facts })['went down']);
  for (const minutes of [5, 8, 9])
    if (told.includes(clock(minutes))) return told.replace(clock(minutes), `T-${minutes}`);
  return told;
}

test('how often an OSD went down is counted for ten minutes, or since the console or the log knows about it', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'calm' });
  deck.cockpit.view.setState({ utc: true });
  expect(wentDown({})).toBe('--');
  expect(wentDown({ watched: 11 }, { flaps: 2 })).toBe('2 times within 10 minutes');
  expect(wentDown({ watched: 10 }, { flaps: 1 })).toBe('1 time within 10 minutes');
  expect(wentDown({ watched: 11, gap: 9 }, { flaps: 1 })).toBe('at least 1 time within 10 minutes');
  expect(wentDown({ watched: 11, gap: 10 }, { flaps: 1 })).toBe('1 time within 10 minutes');
  expect(wentDown({ watched: 5 }, { flaps: 1 })).toBe('1 time since T-5; not known before that');
  expect(wentDown({ watched: 5, gap: 3 }, { flaps: 1 })).toBe(
    'at least 1 time since T-5; not known before that',
  );
  expect(wentDown({ watched: 5, logged: [9, 8] }, { flaps: 1 })).toBe(
    '3 times since T-9; not known before that',
  );
  const down = { down: { at: 0, exact: false } };
  expect(wentDown({ watched: 5 }, down)).toBe('not known: it was down already at T-5');
  expect(wentDown({ watched: 5 }, { ...down, flaps: 1 })).toBe('1 time since T-5; not known before that');
  expect(wentDown({ watched: 5 }, { down: { at: 0, exact: true } })).toBe(
    '0 times since T-5; not known before that',
  );
});
