import { expect, test } from 'vitest';
import { openDemo, type Session } from './steps.ts';

/** The text at the terminal cursor. */
const atCursor = ({ screen }: Session): string => {
  const { row, column } = screen.cursor;
  return screen.lines()[row]?.slice(column) ?? '';
};

/** The position that a screen reader or a magnifier follows. */
test('the terminal cursor is where keys go: on a row, in a menu, in a text, and on the row again', async () => {
  await using deck = await openDemo('calm');
  deck.press('3', 'Enter');
  await deck.see(/▌.*osd\.0/);
  expect(atCursor(deck)).toMatch(/^osd\.0 /);
  deck.press('Down');
  await deck.see(() => atCursor(deck).startsWith('osd.1 '));
  deck.press('a');
  await deck.see(/Actions/);
  expect(deck.lines(/▌/).some((line) => line.includes(atCursor(deck).trimEnd()))).toBe(true);
  expect(atCursor(deck)).not.toMatch(/^osd/);
  deck.press('Esc');
  await deck.see(() => atCursor(deck).startsWith('osd.1 '));
  deck.press('/');
  deck.type('stor');
  await deck.see(/^\/stor/m);
  expect(deck.screen.cursor).toEqual({ row: 23, column: 5 });
  expect(deck.screen.modes().cursorVisible).toBe(false);
});

test('the terminal cursor is shown if that is enabled, and restored at the end', async () => {
  await using deck = await openDemo('calm', { args: ['--cursor'] });
  deck.press('3');
  await deck.see(/▌.*osd\.0/);
  expect(deck.screen.modes().cursorVisible).toBe(true);
  deck.press('q');
  await deck.see(/Leave storedeck\?/);
  deck.press('y');
  await deck.screen.exit;
  expect(deck.screen.modes().cursorVisible).toBe(true);
});
