import { expect, test } from 'vitest';
import { updateLogs } from '../../../src/store/session/view.ts';
import { deck, letters, openDeck, text } from '../openedDeck.ts';

/** The title of the log after its name. */
const title = async () => (/4 Log +(.*?) *─*$/m.exec(await text()) ?? [])[1];

async function open(ms = 10_000): Promise<void> {
  await openDeck({ columns: 160, rows: 30, scenario: 'host-down' }, ms);
  await deck.press('4', 'f');
}

test('the title of the log says that it follows, and how many lines it holds', async () => {
  await open();
  const held = () => {
    const { lines } = deck.cockpit.logs.snapshot();
    return lines.end - lines.first;
  };
  expect(await title()).toMatch(new RegExp(`^following, info and above, \\d+/${held()}$`));
  updateLogs(deck.cockpit.view, { level: 7 });
  expect(await title()).toBe(`following, ${held()}`);
});

test('the title of a paused log counts the lines that came since, and no longer once it follows again', async () => {
  await open();
  await deck.press('F');
  expect(await title()).toMatch(/^paused, /);
  await deck.clock.advance(20_000);
  expect(await title()).toMatch(/^paused ↓ [1-9]\d* new, /);
  await deck.press('F');
  expect(await title()).toMatch(/^following, /);
});

test('the title of the log names each level, and none once all levels are shown', async () => {
  await open();
  const shown = [];
  for (let level = 0; level < 5; level++) {
    shown.push(/(\w+) and above/.exec((await title()) ?? '')?.[1]);
    await deck.press('v');
  }
  expect(shown.toSorted()).toEqual(['error', 'info', 'notice', 'warning', undefined]);
});

test('the title of the log names the chosen services and servers, and counts the lines of those', async () => {
  await open();
  const [host] = deck.cockpit.facts.hostNames();
  updateLogs(deck.cockpit.view, { services: ['mon', 'osd.3'], servers: [host![0], 99] });
  const { lines } = deck.cockpit.logs.snapshot();
  expect(await title()).toMatch(
    new RegExp(`^following, info and above, mon osd\\.3, ${host![1]} #99, \\d+/${lines.end - lines.first}$`),
  );
});

test('the title of the log shows a typed filter in at most 32 columns, and what is wrong with it', async () => {
  await open();
  await deck.command(`logs ${'abcdefghij'.repeat(4)}`);
  expect(await title()).toMatch(/, \/abcdefghijabcdefghijabcdefghij…, 0\/\d/);
  await deck.command('logs /[/');
  expect(await title()).toMatch(/, \/\[\/ is not a regular expression: Unterminated character class, /);
  await deck.command('logs nosuch:thing');
  expect(await title()).toMatch(/no column "nosuch"; columns: time, server/);
});

test('the title of the log says how long its window is, and from when on lines are buffered if that is later', async () => {
  await open();
  const now = deck.clock.now() / 1000;
  const oldest = deck.cockpit.logs.snapshot().lines;
  const first = oldest.at(oldest.first)!.t!;
  updateLogs(deck.cockpit.view, { since: first - 30 });
  expect(await title()).not.toMatch(/buffered/);
  updateLogs(deck.cockpit.view, { since: now - 7200 });
  expect(await title()).toMatch(/last 2h00m, buffered from \d\d:\d\d:\d\dZ?,/);
});

test('the title of the log counts the filters that are on, the marks, and says that repeats are shown', async () => {
  await open();
  await deck.press('&', ...letters('osd'), 'enter', '&', ...letters('mon'), 'enter');
  expect(await title()).toMatch(/, 1\/1 filters, \/mon, /);
  await deck.press('tab', 'space', 'esc');
  expect(await title()).toMatch(/, 1\/2 filters, \d/);
  await deck.press('x');
  expect(await title()).toMatch(/repeats shown/);
  await deck.press('up', 'm', 'up', 'm');
  expect(await title()).toMatch(/2 marked/);
});
