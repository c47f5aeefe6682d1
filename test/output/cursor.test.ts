import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { abilitiesOf } from '../../src/output/abilities.ts';
import { Differ } from '../../src/output/differ.ts';
import { Emulator } from './emulator.ts';

const SIZE = { columns: 20, rows: 6 };
const marked = (text: string) => `\x1b[7m${text}\x1b[27m`;

/** The cursor positions after each of some consecutive frames. */
async function cursors(...frames: readonly (readonly string[])[]) {
  const differ = new Differ(abilitiesOf('xterm'));
  const terminal = new Emulator(SIZE);
  const places: string[] = [];
  for (const lines of frames) {
    terminal.write(differ.update(lines.join('\n'), SIZE));
    const { row, column } = await terminal.cursor();
    places.push(`${row},${column}`);
  }
  return places;
}

const list = (at: number, name = 'osd') =>
  [0, 1, 2].map((row) => ` ${row === at ? marked(`${name}.${row}`) : `${name}.${row}`}`);

describe('position of the terminal cursor', () => {
  test('the cursor is on the marked row and follows it', async () => {
    expect(await cursors(list(0), list(1), list(2), list(0))).toEqual(['0,1', '1,1', '2,1', '0,1']);
  });

  test('the cursor moves into a menu over a list, and back when the menu closes', async () => {
    const menu = (at: number) => list(2).with(at, `   [ ${marked('choice')} ]`);
    expect(await cursors(list(2), menu(0), menu(1), list(2))).toEqual(['2,1', '0,5', '1,5', '2,1']);
  });

  test('the cursor follows text typed below a list, and stays there while the list changes', async () => {
    const typed = (at: number, text: string) => [...list(at), '', `/${text}${marked(' ')} Esc`];
    expect(
      await cursors(list(1), typed(1, ''), typed(1, 'a'), typed(0, 'ab'), typed(2, 'ab'), list(2)),
    ).toEqual(['1,1', '4,1', '4,2', '4,3', '4,3', '2,1']);
  });

  test('the cursor stays in a text input when a notice that covered a marked row disappears', async () => {
    const form = (below: string) => [`  name: stor${marked(' ')}`, ' osd.0', below];
    const row = ` ${marked('osd.1')}`;
    expect(
      await cursors(list(2), form(row), form('a notice'), form(row), form('a notice'), form(row)),
    ).toEqual(['2,1', ...Array.from({ length: 5 }, () => '0,12')]);
  });

  test('the cursor stays in place while other parts of the screen change', async () => {
    expect(await cursors(list(1), [...list(1), 'news'], list(1, 'abc'))).toEqual(['1,1', '1,1', '1,1']);
  });

  test('the cursor ignores inverse text with a colour, which is a warning', async () => {
    expect(await cursors(list(1), [...list(1), '\x1b[1;7;31mDANGER\x1b[m'])).toEqual(['1,1', '1,1']);
  });
});

test('the cursor is placed on the only mark, whatever surrounds it', async () => {
  const text = fc.constantFrom<string>(
    '',
    'osd.1',
    '漢字',
    'a long line of words',
    '\x1b[32mgreen\x1b[m',
    ' ',
  );
  const frame = fc.record({
    lines: fc.array(text, { minLength: SIZE.rows, maxLength: SIZE.rows }),
    at: fc.nat(SIZE.rows - 1),
    indent: fc.nat(SIZE.columns - 1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 6 }), async (frames) => {
      const differ = new Differ(abilitiesOf('xterm'));
      const terminal = new Emulator(SIZE);
      for (const { lines, at, indent } of frames) {
        terminal.write(
          differ.update(lines.with(at, `${' '.repeat(indent)}${marked('osd.7')}`).join('\n'), SIZE),
        );
        expect(await terminal.cursor()).toEqual({ row: at, column: indent });
        expect(differ.cursor).toEqual({ row: at, column: indent });
      }
    }),
  );
});
