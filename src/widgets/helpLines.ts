import type { Look, Role } from '../lib/look.ts';
import { cut, fit, visible, width, wrap } from '../lib/text.ts';
import { highlight } from './highlight.ts';

/** An entry of the help. It may contain untrusted text, which is made visible here. */
export interface HelpItem {
  /** The group of the entry; entries of a group must be adjacent. */
  readonly layer: string;
  readonly keys: string;
  /** A word in its own colour before the text. */
  readonly lead?: { readonly role: Role; readonly text: string };
  readonly text: string;
  /** The reason why it does nothing now. */
  readonly disabled?: string;
}

/** The view of the help. */
export interface HelpView {
  readonly columns: number;
  /** Words of the search, which are highlighted. */
  readonly words: readonly string[];
  /** The index of the selected item. */
  readonly selected: number;
}

/** A painted line of the help. */
export interface HelpLine {
  readonly text: string;
  /** The index of the item on this line; undefined for a heading. */
  readonly item?: number;
}

/** The maximum width of the column with the keys. */
const WIDEST_KEYS = 22;
/** Columns around the keys: the cursor's sign, and a gap. */
const AROUND = 3;

/** The line of an item; the selected one has as many lines as its text needs. */
function itemLines(
  item: HelpItem,
  keysWidth: number,
  view: HelpView,
  selected: boolean,
  look: Look,
): readonly string[] {
  const { glyphs, paint } = look;
  const sign = selected ? paint('accent', glyphs.cursor) : ' ';
  const clean = (text: string) => visible(text, look.unicode);
  const shownKeys = cut(clean(item.keys), keysWidth, glyphs.ellipsis);
  const keys = selected ? paint('selected', shownKeys) : highlight(shownKeys, view.words, look, 'key');
  const blank = ' '.repeat(keysWidth - width(shownKeys));
  const lead = item.lead ? `${highlight(clean(item.lead.text), view.words, look, item.lead.role)} ` : '';
  const role = item.disabled === undefined ? 'text' : 'dim';
  const text = lead + highlight(clean(item.text), view.words, look, role);
  const reason = item.disabled === undefined ? '' : ` ${paint('dim', `(${clean(item.disabled)})`)}`;
  const room = Math.max(1, view.columns - keysWidth - AROUND);
  const [first = '', ...rest] = selected ? wrap(`${text}${reason}`, room) : [`${text}${reason}`];
  return [
    `${sign}${keys}${blank}  ${first}`,
    ...rest.map((line) => `${' '.repeat(keysWidth + AROUND)}${line}`),
  ].map((line) => fit(line, view.columns, 'left', glyphs.ellipsis));
}

/**
 * The lines of the help: a heading per group and a line per item, more for the selected one, each exactly `view.columns`
 * wide.
 */
export function helpLines(items: readonly HelpItem[], view: HelpView, look: Look): HelpLine[] {
  const keysWidth = Math.min(
    WIDEST_KEYS,
    Math.max(0, ...items.map(({ keys }) => width(visible(keys, look.unicode)))),
  );
  const lines: HelpLine[] = [];
  for (const [index, item] of items.entries()) {
    if (item.layer !== items[index - 1]?.layer) {
      if (lines.length > 0) lines.push({ text: ' '.repeat(view.columns) });
      const heading = fit(visible(item.layer, look.unicode), view.columns, 'left', look.glyphs.ellipsis);
      lines.push({ text: look.paint('strong', heading) });
    }
    for (const text of itemLines(item, keysWidth, view, index === view.selected, look))
      lines.push({ text, item: index });
  }
  return lines;
}
