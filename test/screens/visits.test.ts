import { expect, test } from 'vitest';
import { matchesOf } from '../../src/screens/log/matches.ts';
import { position } from '../../src/screens/log/position.ts';
import { deck, openDeck, text } from './openedDeck.ts';
import type { DeckOptions } from './shownDeck.tsx';

const open = (options: Partial<DeckOptions> = {}) =>
  openDeck({ scenario: 'osd-down', columns: 120, rows: 36, ...options }, 2000);

/** The state of the view, without the parts that change by themselves. */
function look() {
  const { focus, zoomed, overlays, lists, logs, visits } = deck.cockpit.view.getState();
  return { focus, zoomed, overlays, lists, logs, visits };
}

test.each(['esc', 'q'])(
  '%s after L returns to the place where L was pressed, and restores the log',
  async (key) => {
    await open();
    await deck.command('level warning');
    await deck.press('4', 'up', 'up', '3', 'down', 'down');
    const before = look();
    await deck.press('L');
    const row = deck.cockpit.facts.osds()[2]!;
    expect(look()).toMatchObject({
      focus: 'logs',
      zoomed: true,
      logs: { servers: [row.serverId], level: 6, follow: true },
    });
    await deck.press(key);
    expect(look()).toEqual(before);
    expect(await text()).toMatch(/4 Log +paused[^\n]*warning and above/);
  },
);

test('a paused log shows the same lines after a visit during which others arrived', async () => {
  await open();
  await deck.press('4', 'up', 'up', 'up', 'up');
  const snapshot = () => deck.cockpit.logs.snapshot();
  const lineUnderCursor = () =>
    snapshot().lines.at(matchesOf(deck.cockpit).numbers.at(position(deck.cockpit)));
  const held = lineUnderCursor();
  expect(held).toBeDefined();
  await deck.press('3', 'down', 'down', 'L');
  await deck.clock.advance(600_000);
  const { epoch } = snapshot().lines;
  await deck.press('esc', '4');
  await deck.clock.advance(5000);
  expect(snapshot().lines.epoch).toBeGreaterThan(epoch);
  expect(lineUnderCursor()).toEqual(held);
});

test('the log follows all services again after a visit to those of an OSD', async () => {
  await open();
  const others = () => {
    const { lines } = deck.cockpit.logs.snapshot();
    let last = 0;
    for (let number = lines.first; number < lines.end; number++)
      if (lines.at(number)?.s === 'mgr') last = lines.time(number);
    return last;
  };
  await deck.press('3', 'L');
  await deck.clock.advance(60_000);
  const meanwhile = others();
  await deck.press('esc');
  await deck.clock.advance(5000);
  expect(others()).toBeGreaterThan(meanwhile);
});

test('Esc returns from a jump even if another filter was typed meanwhile', async () => {
  await open();
  await deck.press('3');
  const before = look();
  await deck.press('T', '/', 'x', 'y', 'enter');
  expect(look()).toMatchObject({
    focus: 'tasks',
    lists: { tasks: { filter: expect.stringMatching(/xy$/) as string } },
  });
  await deck.press('esc');
  expect(look()).toEqual(before);
});

test('nested jumps are reverted one by one, from details to the same details', async () => {
  await open();
  await deck.press('1', 'down');
  const checks = look();
  await deck.press('o', 'enter');
  const disks = look();
  expect(disks).toMatchObject({ focus: 'disks', zoomed: true, visits: [{ pane: 'disks' }] });
  await deck.press('d');
  const details = look();
  await deck.press('L');
  expect(look()).toMatchObject({ focus: 'logs', overlays: [] });
  await deck.press('esc');
  expect(look()).toEqual(details);
  await deck.press('esc');
  expect(look()).toEqual(disks);
  await deck.press('esc');
  expect(look()).toEqual(checks);
});

test('a jump from a screen leads back to the screen with its cursor', async () => {
  await open();
  await deck.command('servers');
  await deck.clock.advance(1000);
  await deck.press('down', 'down');
  const before = look();
  await deck.press('L');
  expect(look()).toMatchObject({ focus: 'logs', overlays: [] });
  await deck.press('esc');
  expect(look()).toEqual(before);
});

test('Esc on a screen filtered by a jump returns at once', async () => {
  await open();
  await deck.press('2', 'o', 'enter');
  expect(await text()).toMatch(/Pools[^\n]*\/name:/);
  await deck.press('esc');
  expect(look()).toMatchObject({ focus: 'placement', overlays: [] });
});

test('a result of Ctrl-P is a jump, and a command is not', async () => {
  await open();
  await deck.press('3');
  const before = look();
  await deck.press('ctrl-p', ...'osd.44'.split(''), 'enter');
  expect(look()).toMatchObject({ focus: 'disks', zoomed: true, lists: { disks: { cursor: 'osd.44' } } });
  await deck.press('esc');
  expect(look()).toEqual(before);
  await deck.command('disks stor-04');
  await deck.press('esc', 'esc');
  expect(look()).toMatchObject({ focus: 'disks', zoomed: false, lists: { disks: { filter: '' } } });
});

test('switching to another pane ends the visit, and - leads to it again', async () => {
  await open();
  await deck.press('3', 'L');
  const { logs } = look();
  await deck.press('5');
  expect(look()).toMatchObject({ focus: 'crush', visits: [], logs: { services: [] } });
  await deck.press('-');
  expect(look()).toMatchObject({ focus: 'logs', logs: { services: logs.services, servers: logs.servers } });
  await deck.press('esc');
  expect(look()).toMatchObject({ focus: 'disks', zoomed: false, visits: [], logs: { services: [] } });
});

test.each([
  ['a pane', ['T']],
  ['the log', ['L']],
])('a filter typed during a visit of %s further narrows what the jump has chosen', async (_, keys) => {
  await open();
  await deck.press('3', 'down', ...keys);
  const { focus, logs, lists } = look();
  const chosen = focus === 'logs' ? logs.filter : lists[focus].filter;
  await deck.press('/', 'x', 'enter');
  const now = look();
  expect(focus === 'logs' ? now.logs.filter : now.lists[focus].filter).toBe(`${chosen} x`.trim());
});
