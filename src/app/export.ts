import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mask } from '../api/mask.ts';
import { bytes, dateTime } from '../lib/format.ts';
import { plural } from '../lib/words.ts';
import { descriptionText } from '../screens/descriptionLines.ts';
import { viewInForce } from '../screens/inForce.ts';
import type { TableRow, TableText } from '../screens/list/tableText.ts';
import { NO_ROW } from '../screens/list/underCursor.ts';
import type { Description } from '../store/action/action.ts';
import { asOneValue } from '../store/answers.ts';
import type { Acts, Cockpit, Known, Shown } from '../store/cockpit.ts';
import { pushOverlay, say } from '../store/session/view.ts';
import type { MenuItem } from '../store/session/viewState.ts';

/** A field that a spreadsheet would run as a formula; a negative number is not one. */
const FORMULA = /^[=+@\t\r]|^-(?!\d+(?:\.\d+)?$)/;

function field(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Comma-separated values (RFC 4180), the first line with the names of the columns. No field is taken for a formula. */
export const csv = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');

const json = (value: unknown): string => `${JSON.stringify(mask(undefined, value), undefined, 2)}\n`;

async function* encoded(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'utf8');
}

/** `20261122-014207`, for names of files. */
const stamp = (cockpit: Shown): string =>
  dateTime(cockpit.clock.now(), true).replaceAll(/[-:Z]/g, '').replace(' ', '-');

const safeName = (text: string): string => text.toLowerCase().replaceAll(/[^\w.]+/g, '-');

const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  EEXIST: 'there is such a file already',
  ENOENT: 'there is no such folder',
  EACCES: 'this account may not write there',
};

/** Writes a file that only its owner can read, and says where it is or why it is not. */
async function save(
  cockpit: Known & Shown,
  path: string,
  text: string,
  done: (whole: string) => string,
): Promise<void> {
  const { local, view } = cockpit;
  const whole = local.resolve(path);
  try {
    await local.save(whole, encoded(text), { secret: true });
    say(view, 'ok', done(whole));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // A path is long: what is wrong stands before it.
    const why = WRITE_PROBLEMS[code ?? ''];
    say(view, 'error', `Not written: ${why === undefined ? message : `${why}: ${whole}`}`);
  }
}

/** The same in the folder of the program. */
async function saveInFolder(
  cockpit: Known & Shown,
  name: string,
  text: string,
  done: (whole: string) => string,
): Promise<void> {
  await mkdir(cockpit.folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  await save(cockpit, join(cockpit.folder, name), text, done);
}

/** Puts a text on the clipboard; what is too large for that goes to a file. */
export function copyText(cockpit: Cockpit, what: string, text: string): void {
  if (cockpit.copy(text)) {
    say(cockpit.view, 'ok', `${what}: sent to the terminal's clipboard, ${bytes(Buffer.byteLength(text))}.`);
    return;
  }
  const done = (whole: string) => `${what} is too large for the clipboard; it is in ${whole}`;
  void saveInFolder(cockpit, `copied-${stamp(cockpit)}.txt`, text, done);
}

const csvOf = ({ columns }: TableText, rows: readonly TableRow[]): string =>
  csv(
    columns.map(({ title }) => title),
    rows.map(({ cells }) => cells),
  );
const lineOf = ({ cells }: TableRow): string => cells.filter(Boolean).join('  ');

/** Opens the choice of what to copy: a cell, the row as a line, or as JSON, or all rows. */
export function openCopy(cockpit: Cockpit): string | undefined {
  const table = viewInForce(cockpit).table();
  if (!table) return 'Nothing here is a table; :dump FILE writes the screen.';
  const row = table.selected();
  const nothing = row === undefined ? { disabled: NO_ROW } : {};
  const item = (label: string, hint: string, text: () => string): MenuItem => ({
    label,
    hint,
    run: () => copyText(cockpit, label, text()),
  });
  const items: MenuItem[] = [
    { ...item('The row as a line', '', () => (row ? lineOf(row) : '')), ...nothing },
    { ...item('The row as JSON', '', () => (row ? json(asOneValue(row.answers)) : '')), ...nothing },
    ...table.columns.flatMap(({ title }, index) => {
      const cell = row?.cells[index] ?? '';
      return cell === '' ? [] : [item(title, cell.slice(0, 40), () => cell)];
    }),
    item('All rows as CSV', `${table.count()} rows`, () => csvOf(table, table.rows())),
  ];
  pushOverlay(cockpit.view, { kind: 'menu', title: 'Copy', items: () => items, cursor: 0 });
  return undefined;
}

const FORMATS = ['csv', 'json', 'text'] as const;
type Format = (typeof FORMATS)[number];
const isFormat = (word: string): word is Format => FORMATS.some((format) => format === word);
/** The words that say how a table is exported. */
export const EXPORT_FORMATS: readonly string[] = FORMATS;

const CONTENT: Readonly<Record<Format, (table: TableText) => string>> = {
  csv: (table) => csvOf(table, table.rows()),
  json: (table) => json(table.rows().map(({ answers }) => asOneValue(answers))),
  text: (table) => `${table.rows().map(lineOf).join('\n')}\n`,
};

/** The page that is shown, which is text. */
function pageShown({ view }: Shown): Description | undefined {
  const top = view.getState().overlays.at(-1);
  return top?.kind === 'describe' ? top.of() : undefined;
}

/** Writes what is shown to a file: `csv FILE`, `json FILE` or `text FILE`; without a name in the working directory. */
export function exportTable(cockpit: Known & Shown, argument: string): string | undefined {
  const [first = '', ...rest] = argument.split(/\s+/);
  const format = isFormat(first) ? first : FORMATS.find((one) => argument.endsWith(`.${one}`));
  if (format === undefined) return `Name a format and a file: ${FORMATS.join(', ')}, as in :export csv FILE`;
  const named = isFormat(first) ? rest.join(' ') : argument;
  const fileOf = (title: string) => named || `storedeck-${safeName(title)}-${stamp(cockpit)}.${format}`;
  const page = format === 'text' ? pageShown(cockpit) : undefined;
  if (page) {
    const written = (whole: string) => `The page was written to ${whole}`;
    void save(cockpit, fileOf(page.title), descriptionText(cockpit.look, page), written);
    return undefined;
  }
  const table = viewInForce(cockpit).table();
  if (!table) return 'Nothing here is a table; :dump FILE writes the screen.';
  const count = table.count();
  const written = (whole: string) =>
    `${plural(count, 'row')} ${count === 1 ? 'was' : 'were'} written to ${whole}`;
  void save(cockpit, fileOf(table.title), CONTENT[format](table), written);
  return undefined;
}

/** Writes the screen as it stands to a file. */
export function dumpScreen(cockpit: Cockpit, argument: string): string | undefined {
  const file = argument || `storedeck-screen-${stamp(cockpit)}.txt`;
  void save(cockpit, file, `${cockpit.screenText()}\n`, (whole) => `The screen was written to ${whole}`);
  return undefined;
}

/** Shows the screen as plain text on the shell's own screen. */
export const plainDump = (cockpit: Acts): void => cockpit.showPlain(cockpit.screenText());
