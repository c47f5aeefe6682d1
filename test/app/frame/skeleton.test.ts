import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { skeleton } from '../../../src/app/frame/skeleton.ts';
import { createLook } from '../../../src/lib/look.ts';
import { width } from '../../../src/lib/text.ts';
import { showDeck } from '../../screens/shownDeck.tsx';

const look = createLook({ depth: '256', unicode: true, theme: 'dark' });
const context = {
  name: 'demo',
  address: 'simulated cluster',
  demo: true,
  production: false,
  deletePhrase: '',
};

const shown = (columns: number, rows: number, now: number) =>
  skeleton({ columns, rows, look, context, utc: true, now });

/** The rules and titles of a line, with the column where each begins. */
const outline = (line: string) =>
  Array.from(line.matchAll(/[─▶] \d [A-Z][\w ]*?(?= ?─|  )|│/g), ({ 0: text, index }) => `${index} ${text}`);

test.each([
  [80, 24],
  [100, 30],
  [160, 48],
  [200, 50],
  [60, 16],
  [40, 10],
])('at %ix%i the outline of the deck matches the first frame', async (columns, rows) => {
  await using deck = await showDeck({
    columns,
    rows,
    look,
    wrap: (transport) => ({ ...transport, send: () => new Promise(() => undefined) }),
  });
  const frame = stripVTControlCharacters(await deck.frame()).split('\n');
  const lines = shown(columns, rows, deck.clock.now()).map((line) => stripVTControlCharacters(line));
  expect(lines.map(outline)).toEqual(frame.map(outline));
  expect(lines).toHaveLength(rows);
  expect(lines[0]).toMatch(/^ demo {2}DEMO {2}connecting/);
});

test('no line of the outline is wider than the terminal, however small that is', () => {
  for (const [columns, rows] of [
    [1, 1],
    [5, 3],
    [20, 5],
  ] as const) {
    const lines = shown(columns, rows, 0);
    expect(lines).toHaveLength(rows);
    expect(lines.filter((line) => width(line) > columns)).toEqual([]);
  }
});

test.each([
  [{ name: 'lab', demo: false }, / lab {2}connecting/],
  [{ name: 'oslo', demo: false, production: true }, / oslo {3}PROD {3}connecting .* 00:00:00Z $/],
])('the first line names the cluster before anything is known about it: %o', (more, expected) => {
  const lines = skeleton({
    columns: 80,
    rows: 24,
    look,
    context: { ...context, ...more },
    utc: true,
    now: 0,
  });
  expect(stripVTControlCharacters(lines[0] ?? '')).toMatch(expected);
});
