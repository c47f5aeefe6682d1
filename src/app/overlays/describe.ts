import { fit, visible, width, wrap } from '../../lib/text.ts';
import type { Look } from '../../lib/look.ts';
import { unstyled } from '../../lib/sgr.ts';
import { paintedLine } from '../../lib/textLine.ts';
import type { Description } from '../../store/action/action.ts';
import type { Shown } from '../../store/cockpit.ts';
import type { Overlay } from '../../store/session/viewState.ts';
import { detailTableHeight } from '../../widgets/detailTable.ts';

type Facts = Description['facts'];
type Describe = Extract<Overlay, { kind: 'describe' }>;

const nameWidth = (facts: Facts): number => Math.max(0, ...facts.map(([name]) => width(name)));

/** A value has at least so many columns beside its name. */
const LEAST_VALUE = 10;

/** Facts below each other, exactly `columns` wide; a value that is longer goes on below itself. */
function factColumn(facts: Facts, columns: number, look: Look): string[] {
  const name = nameWidth(facts);
  return facts.flatMap(([label, value]) =>
    wrap(value, Math.max(LEAST_VALUE, columns - name - 2)).map((part, index) =>
      fit(
        `${look.paint('dim', fit(index === 0 ? label : '', name))}  ${part}`,
        columns,
        'left',
        look.glyphs.ellipsis,
      ),
    ),
  );
}

const halves = (facts: Facts): readonly [Facts, Facts] => {
  const half = Math.ceil(facts.length / 2);
  return [facts.slice(0, half), facts.slice(half)];
};

/** Those of the facts that fit into a column of two, one line each. */
function shortFacts(facts: Facts, columns: number): Facts {
  const short = halves(facts).flatMap((column) =>
    column.filter(([, value]) => nameWidth(column) + 2 + width(value) <= columns),
  );
  // Without the long ones the others are divided anew, and fit as long as that takes none away.
  return short.length === facts.length ? facts : shortFacts(short, columns);
}

/** Facts as name and value, in two columns where there is room, and what is too long for that below. */
function factLines(facts: Facts, columns: number, look: Look): string[] {
  if (columns < 100 || facts.length <= 6) return factColumn(facts, columns, look);
  const each = Math.floor((columns - 2) / 2);
  const short = shortFacts(facts, each);
  const [left, right] = halves(short).map((column) => factColumn(column, each, look));
  return [
    ...(left ?? []).map((line, index) => `${line}  ${right?.[index] ?? ''}`),
    ...factColumn(
      facts.filter((fact) => !short.includes(fact)),
      columns,
      look,
    ),
  ];
}

/** Facts beyond this many are too wide for one row of a table on any screen. */
const MOST_IN_A_ROW = 8;
/** Columns that a table spends on each of its columns besides the text. */
const FRAME = 3;

/** Tells whether the short facts fit side by side, as a table of one row. */
function fitsInARow(facts: Facts, columns: number): boolean {
  const needed = facts.reduce((sum, [name, value]) => sum + Math.max(width(name), width(value)) + FRAME, 1);
  return facts.length > 0 && facts.length <= MOST_IN_A_ROW && needed <= columns;
}

const clean = (look: Look, facts: Facts): Facts =>
  facts.map(([name, value]) => [visible(name, look.unicode), visible(value, look.unicode)]);

/** The lines of a description, facts first. */
export function descriptionLines(look: Look, { facts, text }: Description, columns: number): string[] {
  const below = text.flatMap((line) => (line === '' ? [''] : wrap(paintedLine(look, line), columns)));
  return [...factLines(clean(look, facts), columns, look), ...(below.length > 0 ? ['', ...below] : [])];
}

/** A description as plain text, unwrapped. */
export function descriptionText(look: Look, { title, facts, text }: Description): string {
  const named = clean(look, facts).map(([name, value]) => `${name}: ${value}`);
  const below = text.length > 0 ? ['', ...text.map((line) => unstyled(paintedLine(look, line)))] : [];
  return `${[visible(title, look.unicode), ...named, ...below].join('\n').trimEnd()}\n`;
}

/** A description as it fills the screen. */
interface Described {
  readonly title: string;
  /** Short facts that stand side by side in a table above the lines. */
  readonly row: Facts;
  /** All other lines, wrapped to the screen; the overlay shows a part of them. */
  readonly lines: readonly string[];
  /** The number of them that it shows. */
  readonly height: number;
}

/** Rows of the screen besides a description: the header, its title, the footer. */
const AROUND = 3;

/** Lays a description out for the screen. */
export function described({ look, view }: Shown, overlay: Describe): Described {
  const { size } = view.getState();
  const height = Math.max(1, size.rows - AROUND);
  const description = overlay.of();
  if (!description) {
    const gone = look.paint('warn', 'It is no longer there.');
    return { title: 'Details', row: [], lines: [gone], height };
  }
  const columns = Math.max(20, size.columns - 2);
  const facts = clean(look, description.facts);
  const row = fitsInARow(facts, columns) ? facts : [];
  const rest = { ...description, facts: row.length > 0 ? [] : facts };
  return {
    title: visible(description.title, look.unicode),
    row,
    lines: descriptionLines(look, rest, columns),
    height: row.length > 0 ? Math.max(1, height - detailTableHeight(1)) : height,
  };
}
