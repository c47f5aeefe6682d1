import xterm from '@xterm/headless';
import type { Look, Role } from '../../src/lib/look.ts';
import { cellOf, type Cell } from '../support/cell.ts';

/** The letter of each role in a map of the screen, where plain text is a dot. */
const LETTERS = {
  text: '.',
  dim: 'd',
  strong: 'b',
  title: 't',
  accent: 'a',
  rule: '-',
  ok: 'o',
  warn: 'w',
  error: 'e',
  info: 'i',
  // Drawn like accent in every theme with colours.
  key: 'a',
  letter: 'l',
  match: 'm',
  selected: 's',
  danger: 'D',
  // Drawn like accent in the dark theme.
  series1: 'a',
  series2: '2',
  series3: '3',
  series4: '4',
  series5: '5',
  series6: '6',
} as const satisfies Record<Role, string>;

/** The cells of a painted frame, as a terminal shows them. */
export async function cellsOf(text: string, columns: number, rows: number): Promise<Cell[][]> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const buffer = terminal.buffer.active;
  const lines = Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_, x) => {
      const cell = buffer.getLine(y)?.getCell(x);
      if (!cell) throw new RangeError(`no cell ${x},${y}`);
      return cellOf(cell);
    }),
  );
  terminal.dispose();
  return lines;
}

const style = ({ fg, bg, bold, dim, italic, underline, inverse }: Cell): string =>
  JSON.stringify([fg, bg, bold, dim, italic, underline, inverse]);

/** One letter per style of a role. If roles are nested (the selected row has a failed disk), the inner one is used. */
async function legend(look: Look): Promise<Map<string, string>> {
  const roles = Object.keys(LETTERS) as Role[];
  const [row = []] = await cellsOf(roles.map((role) => look.paint(role, 'x')).join(''), roles.length, 1);
  return new Map(row.map((cell, index) => [style(cell), LETTERS[roles[index] ?? 'text']]));
}

/** The text of the screen, without its colours. */
export const plainText = (frame: string): string => frame.replace(/\u001B\[[\d;]*m/g, '');

/**
 * The meaning of each cell of a painted frame: a letter for its role, `*` for a mixture, `.` for plain text and
 * blanks. It shows a lost or wrong role independently of the colours of the theme.
 */
export async function roleMap(frame: string, columns: number, rows: number, look: Look): Promise<string> {
  const letters = await legend(look);
  const lines = await cellsOf(frame, columns, rows);
  return lines
    .map((line) =>
      line
        .map((cell) => letters.get(style(cell)) ?? '*')
        .join('')
        .replace(/\.+$/, ''),
    )
    .join('\n');
}
