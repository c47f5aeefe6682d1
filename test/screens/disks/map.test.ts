import { expect, test } from 'vitest';
import { createLook } from '../../../src/lib/look.ts';
import { Refusal } from '../../../src/service/engine.ts';
import { updateList } from '../../../src/store/session/view.ts';
import { LOOKS, WITHOUT_COLOUR } from '../goldenLooks.ts';
import { answering, deck, openDeck, see, text } from '../openedDeck.ts';

/** The signs of the cells in the map, which follow the names of hosts. */
const cellsIn = (screen: string) => screen.match(/stor-\d\d( [^\s\w])+(?= *\n| {2}stor)/g)?.join('') ?? '';

test('the map shows a cell for each OSD by host and rack, and marks a down OSD with a different sign', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'host-down' });
  await deck.command('map');
  const screen = await see(/rack2/);
  expect(screen).toMatch(/stor-01 ▪ ▪ ▪ ▪ ▪ {2}stor-02 ▪ ▪ ▪ ▪ ▪ {2}stor-03/);
  expect(screen).toMatch(/stor-07 ✗ ✗ ✗ ✗ ✗/);
  expect(screen).toMatch(/✗ 5 down, in {2}▪ 55 up/);
  expect(cellsIn(screen).match(/[▪✗]/g)).toHaveLength(60);
});

test('the map starts at the worst OSD, names the OSD under the cursor, and Enter opens its page', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'host-down' });
  await deck.command('map');
  expect(await see(/osd\.30 {2}down and in/)).toMatch(/on stor-07, rack2, default/);
  await deck.press('right');
  await see(/osd\.31 {2}down and in/);
  await deck.press('up');
  await see(/osd\.\d+ {2}up {2}\d+% of/);
  await deck.press('G', 'enter');
  expect(await see(/osd\.59 on stor-12/)).toMatch(/status +UP/);
});

test('one key switches between the rows and the map, and keeps the cursor on the same OSD', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' });
  await deck.press('3', 'f', 'down', 'down', 'm');
  await see(/osd\.2 {2}up/);
  await deck.press('right', 'm');
  expect(await see(/HOST +NAME/)).toMatch(/▌.*osd\.3 /);
});

test('one key switches the map to usage, with letters for each threshold that is passed', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'calm' });
  await deck.command('map');
  await deck.press('v');
  const screen = await see(/use: ▁ empty to █ 100%/);
  expect(screen).toMatch(/n nearfull {2}b backfillfull {2}F full/);
  expect(screen).toMatch(/stor-01( [▄▅]){5}/);
});

/** Opens the map and switches to another measure. */
async function showMeasure(presses: number) {
  await deck.command('map');
  for (let press = 0; press < presses; press++) await deck.press('v');
  await deck.clock.advance(1000);
}

test('the map shows the placement groups of OSDs relative to their share, and names them with their scrubs', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'calm' });
  await showMeasure(3);
  const screen = await see(/PGs: ▁ 0 to █ 1\.5 of its share {2}m more {2}· not known/);
  expect(screen).toMatch(/stor-01( [▅▆▇]){5}/);
  expect(screen).toMatch(
    /osd\.\d+ {2}up .* \d+ PGs, \d+% of its share {2}oldest deep scrub [3-7]d ago, scrub \d+h ago/,
  );
});

test('the map shows the age of the oldest deep scrub, with signs for OSDs where it is due and late', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'scrub-backlog' });
  await showMeasure(4);
  const screen = await see(/deep scrub: ▁ now to █ 7d {2}d due {2}L late {2}· not known/);
  expect(screen).toMatch(/stor-01( [▆▇█L]){5}/);
  expect(screen).toMatch(/stor-\d+.* L/);
});

test('if a cell is a host, the map names the placement groups of the OSD that the keys act on', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'calm', scale: 2400 });
  await showMeasure(4);
  await see(/host stor-\d+ .* osd\.\d+: up {2}\d+ PGs, \d+% of its share {2}oldest deep scrub \dd ago/);
});

test('without colour and in ASCII the ages of scrubs differ by their signs', async () => {
  const look = createLook({ depth: '16', unicode: false });
  await openDeck({ columns: 80, rows: 24, scenario: 'scrub-backlog', look });
  await showMeasure(4);
  const screen = await see(/deep scrub: _ now to # 7d/);
  expect(screen).toMatch(/stor-01( [-=#L]){5}/);
  expect(screen).toMatch(/^[\x20-\x7E\n]*$/);
});

test('the map says that the placement groups of OSDs are unknown if the service does not report them', async () => {
  const refuse = () => {
    throw new Refusal(404, 'no such operation');
  };
  await openDeck({ columns: 120, rows: 40, scenario: 'calm', ...answering({ getOsdGroups: refuse }) });
  await showMeasure(2);
  await see(/commit: ▁/);
  await deck.press('v');
  expect(await see(/PGs: not reported by this service/)).toMatch(/stor-01( ·){5}/);
  await deck.press('v');
  await see(/deep scrub: not reported by this service/);
});

test('the map shows the commit latency of all OSDs that answer, and reads it again within seconds', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'disk-slow' });
  await showMeasure(2);
  const screen = await see(/commit: ▁ 0 to █ 40 ms/);
  expect(cellsIn(screen)).not.toContain('·');
  const reads = () => deck.cockpit.requests.list().filter(({ id }) => id === 'getOsdGroups').length;
  const before = reads();
  await deck.clock.advance(30_000);
  expect(reads() - before).toBe(2);
});

test('the map says so if no OSD reports its latency', async () => {
  const none = () => ({ osds: [{ osd: 0, pgs: 7 }] });
  const silent = () => ({ status: 'HEALTH_OK', checks: {} });
  await openDeck({
    columns: 160,
    rows: 40,
    scenario: 'calm',
    ...answering({ getOsdGroups: none, getClusterStatusDetail: silent }),
  });
  await showMeasure(2);
  await see(/commit latency: not known: no OSD reports it/);
});

test('the placement groups of OSDs are read only while the map shows a measure of them', async () => {
  let reads = 0;
  const counted = () => {
    reads++;
    return { osds: [{ osd: 0, pgs: 7 }] };
  };
  await openDeck({ columns: 120, rows: 40, scenario: 'calm', ...answering({ getOsdGroups: counted }) });
  await showMeasure(1);
  await see(/use: ▁/);
  expect(reads).toBe(0);
  await deck.press('v', 'v');
  await deck.clock.advance(1000);
  await see(/osd\.0 {2}up .* 7 PGs, 100% of its share/);
  expect(reads).toBe(1);
  await deck.press('v', 'v');
  await see(/▪ 60 up/);
  expect(await text()).not.toMatch(/ PGs/);
});

test('the map has the same filter as the rows', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'host-down' });
  await deck.command('map');
  await deck.press('!');
  const screen = await see(/problems only/);
  expect(screen).toMatch(/stor-07 ✗ ✗ ✗ ✗ ✗/);
  expect(screen).not.toMatch(/stor-01/);
});

test('an action from the map is about the OSD under the cursor', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' });
  await deck.command('map');
  await deck.press('right', 'right', 'S');
  await see(/Scrub osd\.2/);
});

test('without colour and in ASCII the map shows states only by signs', async () => {
  await openDeck({ columns: 80, rows: 24, scenario: 'host-down', look: LOOKS['no-colour'] });
  await deck.command('map');
  await see(/stor-07 ✗ ✗ ✗ ✗ ✗/);
  const sequences = Array.from((await deck.frame()).matchAll(/\u001B\[([\d;]*)m/g), ([, all = '']) => all);
  expect(sequences.filter((all) => !WITHOUT_COLOUR.has(all))).toEqual([]);
  await openDeck({
    columns: 80,
    rows: 24,
    scenario: 'host-down',
    look: createLook({ depth: '16', unicode: false }),
  });
  await deck.command('map');
  const screen = await see(/stor-07 X X X X X/);
  expect(screen).toMatch(/stor-01 \. \. \. \. \./);
  expect(screen).toMatch(/^[\x20-\x7E\n]*$/);
});

test('from 2,000 OSDs on a cell is a host, and Enter lists its disks', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'host-down', scale: 2400 });
  await deck.command('map');
  expect(await see(/cell = host, its worst OSD/)).toMatch(/host stor-\d+ {2}\d+ OSDs, \d+ down, in/);
  await deck.press('enter');
  await see(/Disks of a server/);
  await deck.press('esc');
  expect(await text()).toMatch(/cell = host/);
});

test('on the deck, Enter on a host of the map opens the whole map, and not the disks of the host', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'host-down', scale: 2400 });
  await deck.press('3', 'm');
  await see(/cell = host/);
  await deck.press('enter');
  expect(await see(/cell = host/)).not.toMatch(/Disks of a server/);
  await deck.press('enter');
  await see(/Disks of a server/);
});

test('the cursor mark is as wide as its cell', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'host-down', look: LOOKS['no-colour'] });
  await deck.command('map');
  await see(/stor-07 ✗ ✗/);
  // oxlint-disable-next-line no-control-regex
  expect(await deck.frame()).toMatch(/\u001B\[7m✗\u001B\[27m/);
});

test('the map is not shown until the CRUSH map is known, because that has the places of the OSDs', async () => {
  const broken = () => {
    throw new Error('the service is broken');
  };
  await openDeck({ columns: 120, rows: 40, scenario: 'calm', ...answering({ getCrushMap: broken }) });
  await deck.command('map');
  const screen = await see(/no answer|Waiting|try/i);
  expect(screen).not.toMatch(/not known|HOST +NAME/);
});

test('if the cursor is on a disk without an OSD, the map acts on the OSD that it names', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' });
  const disk = deck.cockpit.facts.osds().find(({ osdId }) => osdId === undefined);
  await deck.command('disks');
  updateList(deck.cockpit.view, 'disks', { cursor: disk!.id });
  await deck.press('m');
  const [, named = ''] = /\n +(osd\.\d+) {2}up/.exec(await text()) ?? [];
  await deck.press('S');
  await see(new RegExp(`Scrub ${named}\\b`));
});

test('if a cell is a host, keys act on the OSD that is named below the map', async () => {
  await openDeck({ columns: 160, rows: 48, scenario: 'host-down', scale: 2400 });
  const osds = deck.cockpit.facts.osds();
  const up = osds.find(({ status, osdId }) => status === 'UP' && osdId !== undefined)!;
  const last = osds.findLast(({ host, osdId }) => host === up.host && osdId !== undefined)!;
  await deck.command('map');
  updateList(deck.cockpit.view, 'disks', { cursor: last.id });
  await see(new RegExp(`host ${last.host} .* {2}${last.id}: up`));
  await deck.press('S');
  await see(new RegExp(`Scrub ${last.id}\\b`));
});

test('going to a disk without an OSD shows the rows, because the map does not have it', async () => {
  await openDeck({ columns: 120, rows: 40, scenario: 'calm' });
  const disk = deck.cockpit.facts.osds().find(({ osdId }) => osdId === undefined)!;
  await deck.command('map');
  await deck.command(`go ${disk.serial}`);
  expect(await see(/HOST +NAME/)).toMatch(new RegExp(`▌.*${disk.device}`));
});
