import { fit, width, wrap } from '../lib/text.ts';
import type { Look } from '../lib/look.ts';
import type { Description } from '../store/action.ts';
import type { Cockpit } from '../store/cockpit.ts';
import type { Overlay } from '../store/view.ts';

type Describe = Extract<Overlay, { kind: 'describe' }>;

/** Facts below each other, exactly `columns` wide. */
function factColumn(facts: Description['facts'], columns: number, look: Look): string[] {
  const name = Math.max(0, ...facts.map(([label]) => width(label)));
  return facts.map(([label, value]) =>
    fit(`${look.paint('dim', fit(label, name))}  ${value}`, columns, 'left', look.glyphs.ellipsis),
  );
}

/** Short facts as name and value, in two columns where there is room. */
function factLines(facts: Description['facts'], columns: number, look: Look): string[] {
  if (columns < 100 || facts.length <= 6) return factColumn(facts, columns, look);
  const half = Math.ceil(facts.length / 2);
  const each = Math.floor((columns - 2) / 2);
  const right = factColumn(facts.slice(half), each, look);
  return factColumn(facts.slice(0, half), each, look).map((line, index) => `${line}  ${right[index] ?? ''}`);
}

/** Facts beyond this many are too wide for one row of a table on any screen. */
const MOST_IN_A_ROW = 8;
/** Columns that a table spends on each of its columns besides the text. */
const FRAME = 3;

/** Whether the short facts fit side by side, as a table of one row. */
export function fitsInARow(facts: Description['facts'], columns: number): boolean {
  const needed = facts.reduce((sum, [name, value]) => sum + Math.max(width(name), width(value)) + FRAME, 1);
  return facts.length <= MOST_IN_A_ROW && needed <= columns;
}

const textColumns = (cockpit: Cockpit): number => Math.max(20, cockpit.view.getState().size.columns - 2);

/** The lines of a description, facts first. */
export function descriptionLines(look: Look, { facts, text }: Description, columns: number): string[] {
  const below = text.flatMap((line) => (line === '' ? [''] : wrap(line, columns)));
  return [...factLines(facts, columns, look), ...(below.length > 0 ? ['', ...below] : [])];
}

/** All lines of a description, wrapped to the screen; the overlay shows a part of them. Facts that stand in a table are left out. */
export function describeLines(cockpit: Cockpit, overlay: Describe): string[] {
  const description = overlay.of();
  if (!description) return [cockpit.look.paint('warn', 'It is no longer there.')];
  const columns = textColumns(cockpit);
  const facts = fitsInARow(description.facts, columns) ? [] : description.facts;
  return descriptionLines(cockpit.look, { ...description, facts }, columns);
}
