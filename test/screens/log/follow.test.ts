import { expect, test } from 'vitest';
import { deck, openDeck, text } from '../openedDeck.ts';

/** The rows of the log pane, over the whole width or on the right. */
function logRows(screen: string): readonly string[] {
  const rows = screen.split('\n');
  const head = rows.findIndex((row) => /[─▶] ?4 Log/.test(row));
  const from = rows[head]?.search(/[─▶] ?4 Log/) ?? 0;
  const below = rows.slice(head + 1).findIndex((row) => /^[─?]/.test(row.slice(from)));
  return rows.slice(head + 1, head + 1 + below).map((row) => row.slice(from));
}

test.each([
  [80, 24],
  [160, 48],
  [200, 60],
])('a followed log has no blank rows on the deck at %i x %i, however long it runs', async (columns, rows) => {
  await openDeck({ columns, rows, scenario: 'host-down' }, 60_000);
  for (let second = 0; second < 12; second++) {
    await deck.clock.advance(1000);
    const shown = logRows(await text());
    expect(shown.length).toBeGreaterThan(0);
    for (const row of shown) expect(row).toMatch(/^.\d\d:\d\d:\d\dZ/);
  }
});

test('the newest line of a followed log is at the bottom a few seconds after it arrived', async () => {
  await openDeck({ columns: 100, rows: 30, scenario: 'calm' }, 60_000);
  await deck.press('4', 'f', 'x');
  const { lines } = deck.cockpit.logs.snapshot();
  await deck.clock.advance(4000);
  let newest = deck.cockpit.logs.snapshot().lines.end - 1;
  expect(newest).toBeGreaterThanOrEqual(lines.end);
  while (deck.cockpit.logs.snapshot().lines.priority(newest) > 6) newest--;
  const { m = '', t = 0 } = deck.cockpit.logs.snapshot().lines.at(newest) ?? {};
  await deck.clock.advance(6000);
  const shown = await text();
  expect(shown).toContain(m.slice(0, 30));
  expect(shown).toContain(new Date(t * 1000).toISOString().slice(11, 19));
});
