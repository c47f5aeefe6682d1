import { beforeAll, expect, test } from 'vitest';
import type { Healing } from '../../../src/diagnosis/healing/healing.ts';
import type { ScrubDebt } from '../../../src/diagnosis/healing/scrubs.ts';
import type { Cause, Diagnosis } from '../../../src/diagnosis/verdict.ts';
import type { Look } from '../../../src/lib/look.ts';
import { clusterLines, namedCauses } from '../../../src/screens/health/clusterLines.ts';
import type { AffectedPool } from '../../../src/store/answers/affected.ts';
import type { Where } from '../../../src/store/answers/where.ts';
import type { Cockpit } from '../../../src/store/cockpit.ts';
import type { Facts } from '../../../src/store/facts/facts.ts';
import { ascii, plain, tagged } from '../../widgets/looks.ts';
import { type ShownDeck, showDeck } from '../shownDeck.tsx';

let shown: ShownDeck;
beforeAll(async () => {
  shown = await showDeck({ columns: 120, rows: 40, scenario: 'calm', look: plain });
  await shown.clock.advance(3000);
  return () => shown[Symbol.asyncDispose]();
});

const cause = (more: Partial<Cause> = {}): Cause => ({
  kind: 'host-down',
  objects: ['stor-07'],
  host: undefined,
  since: undefined,
  confidence: 'certain',
  isOver: false,
  explains: ['OSD_DOWN'],
  text: 'server stor-07 is down',
  proofs: [],
  before: [],
  against: [],
  next: [],
  ...more,
});
const diagnosis = (more: Partial<Diagnosis> = {}): Diagnosis => ({
  at: 0,
  impact: { blockedPgs: 0, stopped: [], pools: [] },
  causes: [],
  ruledOut: [],
  missing: [],
  ...more,
});
const noScrubs: ScrubDebt = {
  state: 'none',
  overdue: { shallow: 0, deep: 0 },
  heldBy: [],
  left: undefined,
  stillFor: 0,
  hours: undefined,
};
const lateScrubs: ScrubDebt = { ...noScrubs, state: 'stalled', overdue: { shallow: 4, deep: 0 } };

/** A calm cluster about which other facts are known. */
function knowing(facts: Partial<Facts>, look: Look = plain): Cockpit {
  const { cockpit } = shown;
  const calm: Partial<Facts> = { upcomingProblems: () => [], flags: () => [], scrubs: () => noScrubs };
  return { ...cockpit, look, facts: { ...cockpit.facts, ...calm, ...facts } };
}
const healing = (more: Partial<Healing>) => ({
  healing: () => ({ ...shown.cockpit.facts.healing(), ...more }),
});
const unwell = (level: 'warn' | 'error' = 'warn') => ({
  health: () => ({ ...shown.cockpit.facts.health(), level }),
});

/** The lines without the figures. */
const linesOf = (facts: Partial<Facts>, { columns = 100, rows = 20, look = plain } = {}) =>
  clusterLines(knowing(facts, look), columns, { all: rows, fair: rows, vital: rows }, false).lines.map(
    (line) => line.trim().replaceAll(/ {2,}/g, ' '),
  );

const OKAY = 'HEAL all placement groups okay';

test('the next problems are news only while nothing is wrong', () => {
  const upcomingProblems = () => ['fullest disk in 3 days', 'no backup'];
  expect(linesOf({ upcomingProblems })).toEqual(['NEXT fullest disk in 3 days, no backup', OKAY]);
  expect(linesOf({ upcomingProblems, ...unwell() })).toEqual([OKAY]);
  const isKnown = { diagnosis: () => diagnosis({ causes: [cause()] }) };
  expect(linesOf({ upcomingProblems, ...isKnown })).toEqual(['CAUSE server stor-07 is down certain', OKAY]);
});

test.each([
  [plain, 'WHERE rack3 → look at its switch'],
  [ascii, 'WHERE rack3 -> look at its switch'],
])('without a known cause the place of the trouble is named with what to look at: %#', (look, line) => {
  const where = (): Where => ({
    kind: 'bucket',
    text: 'rack3',
    next: 'look at its switch',
    down: 4,
    nodeId: undefined,
  });
  expect(linesOf({ where, ...unwell() }, { look })).toEqual([line, OKAY]);
  const impact = { blockedPgs: 2, stopped: [], pools: [] };
  expect(linesOf({ where, ...unwell(), diagnosis: () => diagnosis({ impact }) }, { look })[0]).toBe(
    'BLOCK 2 placement groups cannot serve I/O',
  );
});

test.each([
  ['certain', 'CAUSE server stor-07 is down certain for 2m00s', '<error:server stor-07 is down>'],
  ['likely', 'CAUSE likely server stor-07 is down for 2m00s', '<warn:likely server stor-07 is down>'],
  ['unknown', 'CAUSE server stor-07 is down for 2m00s', '<dim:server stor-07 is down>'],
] as const)('the cause is told with its confidence, %s, and for how long', (confidence, line, painted) => {
  const since = shown.cockpit.view.getState().now - 120_000;
  const facts = { diagnosis: () => diagnosis({ causes: [cause({ confidence, since, next: ['call'] })] }) };
  expect(linesOf(facts)).toEqual([line, 'DO call', OKAY]);
  expect(linesOf(facts, { look: tagged(plain) })[0]).toContain(painted);
});

const pool = (name: string, blockedPgs: number) => ({ name, blockedPgs, use: 'images' });

test.each([
  [130, 'BLOCK 14 placement groups cannot serve I/O: vms 5, images 4, backups 3 and 1 more (images)'],
  [69, 'BLOCK 14 PGs cannot serve I/O: vms 5, images 4, backups 3 and 1 more'],
  [58, 'BLOCK 14 PGs cannot serve I/O: vms 5, images 4 and 2 more'],
  [48, 'BLOCK 14 PGs cannot serve I/O: vms 5 and 3 more'],
  [36, 'BLOCK 14 PGs cannot serve I/O'],
])('in %i columns what is blocked is told in one line, with as many pools as fit', (columns, line) => {
  const pools = [pool('vms', 5), pool('images', 4), pool('backups', 3), pool('logs', 2)];
  const facts = { diagnosis: () => diagnosis({ impact: { blockedPgs: 14, stopped: [], pools } }) };
  const rows = { all: 2, fair: 2, vital: 2 };
  const { lines } = clusterLines(knowing(facts), columns, rows, false);
  expect(lines[0]?.trim().replaceAll(/ {2,}/g, ' ')).toBe(line);
});

test.each([
  [100, 'SLOW 4 pools may be slow (:affected): vms, images, backups and 1 more'],
  [60, 'SLOW 4 pools may be slow (:affected): vms and 3 more'],
  [46, 'SLOW 4 pools may be slow: see :affected'],
])('in %i columns pools that may be slow are named as far as there is room', (columns, line) => {
  const affectedPools = (): readonly AffectedPool[] =>
    ['vms', 'images', 'backups', 'logs', 'fine'].map((name) => ({
      name,
      application: 'rbd',
      blocked: 0,
      total: 8,
      slowBy: name === 'fine' ? undefined : cause({ kind: 'disk-slow' }),
    }));
  const rows = { all: 2, fair: 2, vital: 2 };
  const facts = { affectedPools };
  const { lines } = clusterLines(knowing(facts), columns, rows, false);
  expect(lines[0]?.trim().replaceAll(/ {2,}/g, ' ')).toBe(line);
  const impact = { blockedPgs: 0, stopped: ['the filesystem is offline'], pools: [] };
  expect(linesOf({ ...facts, diagnosis: () => diagnosis({ impact }) })[0]).toBe(
    'BLOCK the filesystem is offline',
  );
});

const flagOnly = (...objects: string[]) =>
  cause({ kind: 'maintenance', objects, explains: ['OSDMAP_FLAGS'], text: `flags: ${objects.join(' ')}` });

test('causes after the first are told in a line each, but not those that are only flags, which have their own', () => {
  const causes = [
    flagOnly('noout'),
    flagOnly('noscrub'),
    flagOnly(),
    { ...flagOnly('noout', 'stor-02'), text: 'with a place' },
    { ...flagOnly('norecover'), explains: ['OSDMAP_FLAGS', 'PG_DEGRADED'], text: 'holds recovery' },
  ];
  const facts = { diagnosis: () => diagnosis({ causes }) };
  expect(namedCauses(knowing(facts)).map(({ text }) => text)).toEqual([
    'flags: noout',
    'flags: ',
    'with a place',
    'holds recovery',
  ]);
  expect(namedCauses(knowing({ diagnosis: () => undefined }))).toEqual([]);
  expect(linesOf(facts)).toEqual([
    'CAUSE flags: noout certain',
    OKAY,
    'AND flags: certain',
    'AND with a place certain',
    '1 more: :why',
  ]);
  const two = { diagnosis: () => diagnosis({ causes: causes.filter((_, index) => index !== 4) }) };
  expect(linesOf(two)).toHaveLength(4);
  const brief = cause({ text: 'x'.repeat(200), kind: 'disk-slow', objects: ['osd.1', 'osd.2', 'osd.3'] });
  expect(linesOf({ diagnosis: () => diagnosis({ causes: [cause(), brief] }) }, { rows: 3 })).toEqual([
    'CAUSE server stor-07 is down certain',
    OKAY,
    'AND disk-slow: osd.1, osd.2 and 1 more certain',
  ]);
});

test('recovery is told with its state in colour, and with as many clauses as there is room for', () => {
  const facts = healing({ state: 'healing', missing: 12, total: 500, perMinute: 3, lacking: 1 });
  expect(linesOf(facts)).toEqual([
    'HEAL healing, +3 pg/min, 1 pg needs OSDs that are down, 12 of 500 pgs not okay',
  ]);
  expect(linesOf(facts, { rows: 1, columns: 60 })).toEqual([
    'HEAL healing, +3 pg/min, 1 pg needs OSDs that are down',
  ]);
  expect(linesOf(facts, { look: tagged(plain) })[0]).toContain('<info:healing>, +3 pg/min');
  expect(linesOf(healing({ state: 'blocked', missing: 0 }), { look: tagged(plain) })[0]).toMatch(
    /<error:blocked>$/,
  );
});

test('overdue scrubs are part of the recovery while all data is complete, and have a line of their own otherwise', () => {
  const scrubs = () => lateScrubs;
  expect(linesOf({ scrubs })).toEqual([`${OKAY}, scrubs stalled, 4 scrubs overdue`]);
  const broken = healing({ state: 'healing', missing: 1, total: 9 });
  expect(linesOf({ scrubs, ...broken }).slice(1)).toEqual(['SCRUB stalled, 4 scrubs overdue']);
  const look = tagged(plain);
  expect(linesOf({ scrubs, ...broken }, { look })[1]).toContain('<warn:stalled');
  const better = () => ({ ...lateScrubs, state: 'catching-up' as const });
  expect(linesOf({ scrubs: better, ...broken }, { look })[1]).toContain('<info:catching up');
});

test('flags that are not as they should be are told with the time for which they have been set', () => {
  const { now } = shown.cockpit.view.getState();
  const flag = (name: string, on: boolean, off: boolean) => ({
    ...shown.cockpit.facts.flags()[0]!,
    name,
    on,
    off,
  });
  const flags = () => [
    flag('noout', true, true),
    flag('noscrub', true, true),
    flag('nodown', false, false),
    flag('sortbitwise', false, true),
  ];
  const flagSetSince = (name: string) =>
    name === 'noscrub' ? undefined : { at: now - 3_600_000, exact: true };
  const facts = { flags, flagSetSince };
  expect(linesOf(facts)).toEqual([OKAY, 'FLAGS noout on for 1h00m noscrub on sortbitwise off']);
  expect(linesOf(facts, { look: tagged(plain) })[1]).toContain('<warn:noout on><dim: for 1h00m>');
});

test('the lines say how many of them are vital and how many make up the verdict, and fit in their rows', () => {
  const causes = [cause({ next: ['do this'] }), cause({ text: 'another' })];
  const facts = knowing({ diagnosis: () => diagnosis({ causes }), scrubs: () => lateScrubs });
  const all = clusterLines(facts, 100, { all: 30, fair: 30, vital: 30 }, true);
  expect([all.vital, all.verdict]).toEqual([3, 4]);
  expect(all.lines.length).toBeGreaterThan(7);
  expect(all.lines.map((line) => line.slice(0, 7).trim()).filter(Boolean)).toEqual([
    'CAUSE',
    'DO',
    'HEAL',
    'AND',
    'USED',
    'I/O',
    'SERV',
    'SPACE',
  ]);
  const long = knowing({ diagnosis: () => diagnosis({ causes: [cause({ text: 'word '.repeat(40) })] }) });
  const rows = (fair: number, vital: number) => clusterLines(long, 80, { all: 9, fair, vital }, false).vital;
  expect([rows(9, 2), rows(4, 2), rows(3, 2), rows(3, 3)]).toEqual([4, 4, 2, 3]);
});
