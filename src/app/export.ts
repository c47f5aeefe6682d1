import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mask } from '../api/mask.ts';
import { plainly } from '../lib/decimal.ts';
import { bytes, dateTime } from '../lib/format.ts';
import { plural } from '../lib/words.ts';
import { activeView } from '../screens/activeView.ts';
import { descriptionText } from '../screens/description/descriptionLines.ts';
import type { TableRow, TableText } from '../screens/list/tableText.ts';
import { NO_ROW } from '../screens/list/underCursor.ts';
import type { Description } from '../store/action/action.ts';
import { asOneValue } from '../store/answers/rowAnswers.ts';
import type { Acts, Cockpit, Known, Shown } from '../store/cockpit.ts';
import { pushOverlay, say } from '../store/session/view.ts';
import type { MenuItem } from '../store/session/viewState.ts';

/** A field that a spreadsheet would evaluate as a formula; negative numbers are exempt. */
const FORMULA = /^[=+@\t\r]|^-(?!\d+(?:\.\d+)?$)/;

function field(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Comma-separated values (RFC 4180) with a header line. Fields that look like formulas are quoted with an apostrophe. */
export const csv = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');

const json = (value: unknown): string => `${JSON.stringify(mask(undefined, value), undefined, 2)}\n`;

async function* encoded(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'utf8');
}

/** A timestamp for file names, such as `20261122-014207`. */
const stamp = (cockpit: Shown): string =>
  dateTime(cockpit.clock.now(), true).replaceAll(/[-:Z]/g, '').replace(' ', '-');

const safeName = (text: string): string => text.toLowerCase().replaceAll(/[^\w.]+/g, '-');

const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  EEXIST: 'the file already exists',
  ENOENT: 'the folder does not exist',
  EACCES: 'this account may not write there',
};

/** Writes a file that only its owner can read, and shows a notice with its path or with the error. */
async function save(
  cockpit: Known & Shown,
  path: string,
  text: string,
  done: (fullPath: string) => string,
): Promise<void> {
  const { local, view } = cockpit;
  const fullPath = local.resolve(path);
  try {
    await local.save(fullPath, encoded(text), { secret: true });
    say(view, 'ok', done(fullPath));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The path is long and may be cut off, so the reason comes first.
    const why = WRITE_PROBLEMS[code ?? ''];
    say(view, 'error', `Not written: ${why === undefined ? message : `${why}: ${fullPath}`}`);
  }
}

/** Writes a file like `save`, in the program's state folder. */
async function saveInFolder(
  cockpit: Known & Shown,
  name: string,
  text: string,
  done: (fullPath: string) => string,
): Promise<void> {
  await mkdir(cockpit.folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  await save(cockpit, join(cockpit.folder, name), text, done);
}

/** Copies a text to the clipboard, or to a file if it is too large for that. */
export function copyText(cockpit: Cockpit, what: string, text: string): void {
  if (cockpit.copy(text)) {
    say(cockpit.view, 'ok', `${what}: sent to the terminal's clipboard, ${bytes(Buffer.byteLength(text))}.`);
    return;
  }
  const done = (fullPath: string) => `${what} is too large for the clipboard; it is in ${fullPath}`;
  void saveInFolder(cockpit, `copied-${stamp(cockpit)}.txt`, text, done);
}

const csvOf = ({ columns }: TableText, rows: readonly TableRow[]): string =>
  csv(
    columns.map(({ title }) => title),
    rows.map(({ cells }) => cells),
  );
const lineOf = ({ cells }: TableRow): string => cells.filter(Boolean).join('  ');

/** Opens the copy menu: the row as a line or as JSON, one of its cells, all rows as CSV, or the screen as it was seen. */
export function openCopy(cockpit: Cockpit): string | undefined {
  const table = activeView(cockpit).table();
  if (!table) return 'Nothing here is a table; :dump FILE writes the screen.';
  const row = table.selected();
  const screen = cockpit.screenText();
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
      // The column of signs has no title: its word is in the row as a line.
      return cell === '' || title === '' ? [] : [item(title, cell, () => cell)];
    }),
    item('The whole screen', 'as text, such as for a ticket', () => screen),
    item('All rows as CSV', plural(table.count(), 'row'), () => csvOf(table, table.rows())),
  ];
  pushOverlay(cockpit.view, { kind: 'menu', title: 'Copy', items: () => items, cursor: 0 });
  return undefined;
}

const FORMATS = ['csv', 'json', 'text'] as const;
type ExportFormat = (typeof FORMATS)[number];
const isFormat = (word: string): word is ExportFormat => FORMATS.some((format) => format === word);
/** The formats that `:export` accepts. */
export const EXPORT_FORMATS: readonly string[] = FORMATS;

const CONTENT: Readonly<Record<ExportFormat, (table: TableText) => string>> = {
  csv: (table) => csvOf(table, table.rows()),
  json: (table) => json(table.rows().map(({ answers }) => asOneValue(answers))),
  text: (table) => `${table.rows().map(lineOf).join('\n')}\n`,
};

/** The description that is open, if one is, with plain numbers. */
function openDescription({ view }: Shown): Description | undefined {
  const top = view.getState().overlays.at(-1);
  return top?.kind === 'describe' ? plainly(() => top.of()) : undefined;
}

/**
 * Writes what is shown to a file: `csv FILE`, `json FILE` or `text FILE`. That is the table, or as text an open
 * description. Without a name the file goes to the working directory with a generated name.
 */
export function exportTable(cockpit: Known & Shown, argument: string): string | undefined {
  const [first = '', ...rest] = argument.split(/\s+/);
  const format = isFormat(first) ? first : FORMATS.find((one) => argument.endsWith(`.${one}`));
  if (format === undefined) return `Name a format and a file: ${FORMATS.join(', ')}, as in :export csv FILE`;
  const named = isFormat(first) ? rest.join(' ') : argument;
  const fileOf = (title: string) => named || `storedeck-${safeName(title)}-${stamp(cockpit)}.${format}`;
  const page = format === 'text' ? openDescription(cockpit) : undefined;
  if (page) {
    const written = (fullPath: string) => `The page was written to ${fullPath}`;
    void save(cockpit, fileOf(page.title), descriptionText(cockpit.look, page), written);
    return undefined;
  }
  const table = activeView(cockpit).table();
  if (!table) return 'Nothing here is a table; :dump FILE writes the screen.';
  const count = table.count();
  const written = (fullPath: string) =>
    `${plural(count, 'row')} ${count === 1 ? 'was' : 'were'} written to ${fullPath}`;
  void save(cockpit, fileOf(table.title), CONTENT[format](table), written);
  return undefined;
}

/** Writes the current screen as text to a file. */
export function dumpScreen(cockpit: Cockpit, argument: string): string | undefined {
  const file = argument || `storedeck-screen-${stamp(cockpit)}.txt`;
  void save(
    cockpit,
    file,
    `${cockpit.screenText()}\n`,
    (fullPath) => `The screen was written to ${fullPath}`,
  );
  return undefined;
}

/** Prints the screen as plain text on the shell's normal screen. */
export const plainDump = (cockpit: Acts): void => cockpit.showPlain(cockpit.screenText());
