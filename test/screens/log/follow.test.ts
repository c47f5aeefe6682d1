import { expect, test } from 'vitest';
import { deck, openDeck, text } from '../openedDeck.ts';

/** The rows of the log's pane, of a screen on which it is drawn over the whole width or on the right. */
function logRows(screen: string): readonly string[] {
  const rows = screen.split('\n');
  const head = rows.findIndex((row) => /\d Log /.test(row));
  const from = rows[head]!.search(/[─▶] ?4 Log/);
  const below = rows.slice(head + 1).findIndex((row) => /^[─?]/.test(row.slice(from)));
  return rows.slice(head + 1, head + 1 + below).map((row) => row.slice(from));
}

test.each([
  { columns: 60, rows: 16 },
  { columns: 80, rows: 24 },
  { columns: 160, rows: 48 },
  { columns: 200, rows: 60 },
])('a log that is followed has no blank row at $columns x $rows, on the deck and in full', async (size) => {
  await openDeck({ ...size, scenario: 'host-down' });
  for (let seconds = 0; seconds < 30; seconds += 3) {
    await deck.clock.advance(3000);
    expect(logRows(await text()).filter((row) => row.trim() === '')).toEqual([]);
  }
  await deck.press('4', 'enter');
  for (let seconds = 0; seconds < 30; seconds += 3) {
    await deck.clock.advance(3000);
    const rows = logRows(await text());
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter((row) => row.trim() === '')).toEqual([]);
  }
});
