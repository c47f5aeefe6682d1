import { paintedAt } from '../../src/app/frame/painted.ts';
import type { Look } from '../../src/lib/look.ts';
import { panes } from '../../src/screens/panes.ts';
import { screenOf } from '../../src/screens/screens.ts';
import { topScreen } from '../../src/store/session/screenView.ts';
import { cutsText, redistribute } from '../../src/widgets/tableLayout.ts';
import { flawsIn } from './flaws.ts';
import { plainText } from './roleMap.ts';
import type { ShownDeck } from './shownDeck.tsx';

/** The sign where the layout has cut a text. No text of the program or of the simulated cluster contains it. */
const CUT = '‥';

/** A look whose layout marks all cut texts. */
export const markingCuts = (look: Look): Look => ({ ...look, glyphs: { ...look.glyphs, ellipsis: CUT } });

/** JSON in a text for readers: a brace with a quoted name, an array of such, or only brackets. Sentences of Ceph may contain `[]`. */
export const JSON_TEXT = /\{"|\["|\[\{|(?:^| {2})(?:\{\}|\[\])(?: {2}|\s*$)/m;

/** A pane or screen within a frame: its lines, the title first. */
interface Part {
  readonly pane: string | undefined;
  readonly lines: readonly string[];
}

/** The panes or the screen in the lines of a frame. */
function partsOf({ cockpit }: ShownDeck, lines: readonly string[]): Part[] {
  const found = new Map<string, Part>();
  for (let row = 1; row < lines.length - 1; row++)
    for (let column = 0; column < (lines[row]?.length ?? 0);) {
      const { pane, rect } = paintedAt(cockpit, { column, row }) ?? { rect: undefined, pane: undefined };
      if (rect)
        found.set(`${rect.x} ${rect.y}`, {
          pane,
          lines: lines
            .slice(rect.y, rect.y + rect.height)
            .map((line) => line.slice(rect.x, rect.x + rect.width)),
        });
      column = rect ? rect.x + rect.width : column + 1;
    }
  return [...found.values()];
}

/** Tells whether a line has no text. The rule between two sides of a screen does not count as one. */
const isBlank = (line: string): boolean => /^[\s│]*$/.test(line);

/** The parts of a body that has a page beside or below it: its list, and the page. */
function besidePage(body: readonly string[]): readonly (readonly string[])[] {
  const [first = ''] = body;
  const rule = Array.from(first).findIndex((_, column) => body.every((line) => line[column] === '│'));
  if (rule > 0) return [body.map((line) => line.slice(0, rule)), body.map((line) => line.slice(rule + 1))];
  const title = body.findIndex((line) => line.startsWith('─ '));
  return title > 0 ? [body.slice(0, title), body.slice(title)] : [body];
}

/** The lines of a body without log lines, which may contain whatever the cluster writes. */
const withoutLog = (body: readonly string[]): readonly string[] =>
  besidePage(body).flatMap((lines) => {
    const log = lines.findIndex((line) => line.includes('Last log lines'));
    return log < 0 ? lines : lines.slice(0, log);
  });

const freeBelow = (lines: readonly string[]): number =>
  lines.length - 1 - lines.findLastIndex((line) => !isBlank(line));

/** Texts of a part that are cut although there is room, and other flaws for a reader. */
function partFlaws({ pane, lines: [title = '', ...body] }: Part): string[] {
  const flaws: string[] = [];
  for (const lines of besidePage(body)) {
    const under = freeBelow(lines);
    const cut = lines.find((line) => line.includes(CUT));
    if (cut !== undefined && under > 0) flaws.push(`${under} rows are free below: ${cut.trim()}`);
  }
  const free = freeBelow(body);
  if (title.includes(CUT) && /─{4}/.test(title)) flaws.push(`the title has room: ${title}`);
  const gap = body.findIndex((line, index) => isBlank(line) && index < body.length - 1 - free);
  if (pane === 'logs' && gap >= 0) flaws.push(`row ${gap} of the log is blank`);
  const json = pane === 'logs' ? undefined : withoutLog(body).find((line) => JSON_TEXT.test(line));
  if (json !== undefined) flaws.push(`raw JSON: ${json.trim()}`);
  return flaws;
}

/** Visible lists with unused width in some columns while others are cut. */
function slackFlaws({ cockpit }: ShownDeck, parts: readonly Part[]): string[] {
  const screen = topScreen(cockpit.view.getState());
  const lists = screen
    ? [screenOf(screen).list?.(cockpit, screen)]
    : Object.values(panes)
        .filter(({ id }) => parts.some(({ pane, lines }) => pane === id && lines.length > 1))
        .map(({ list }) => list?.(cockpit));
  return lists.flatMap((list) => {
    if (list === undefined || !cutsText(list.layout) || redistribute(list.layout) === list.layout) return [];
    const widths = list.layout.columns.map(({ column, need, width }) => `${column.title} ${need}/${width}`);
    return [`columns have room over: ${widths.join(', ')}`];
  });
}

/** Everything in a frame that is cut unnecessarily, beyond the edge, or not meant for a reader. */
export async function cutsIn(deck: ShownDeck, where: string): Promise<string[]> {
  const { columns, rows } = deck.cockpit.view.getState().size;
  const frame = await deck.frame();
  const painted = frame.split('\n');
  const lines = plainText(frame).split('\n');
  const parts = partsOf(deck, lines);
  const [header = ''] = lines;
  return [
    ...flawsIn(where, painted, { columns, rows, ascii: false }),
    ...(header.includes(CUT) && / {4}/.test(header) ? [`${where}: the first line has room: ${header}`] : []),
    ...[...parts.flatMap(partFlaws), ...slackFlaws(deck, parts)].map((flaw) => `${where}: ${flaw}`),
  ];
}
