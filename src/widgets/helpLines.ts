import type { Look, Role } from '../lib/look.ts';
import { cut, fit, visible, width } from '../lib/text.ts';
import { highlight } from './highlight.ts';

/** A line of the help before it is drawn. Untrusted text is welcome: it is made visible here. */
export interface HelpItem {
  /** The group that the key belongs to: items of one group stand together. */
  readonly layer: string;
  readonly keys: string;
  /** A word of a colour of its own before the text. */
  readonly lead?: { readonly role: Role; readonly text: string };
  readonly text: string;
  /** Why it does nothing just now. */
  readonly disabled?: string;
}

/** A look at the help. */
export interface HelpView {
  readonly columns: number;
  /** Words of the search, shown where they occur. */
  readonly words: readonly string[];
  /** Index of the selected item. */
  readonly selected: number;
}

/** A painted line of the help. */
export interface HelpLine {
  readonly text: string;
  /** Index of the item that the line shows; a heading has none. */
  readonly item?: number;
}

/** The keys column takes no more than this. */
const WIDEST_KEYS = 22;

function itemLine(item: HelpItem, keysWidth: number, view: HelpView, selected: boolean, look: Look): string {
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
  return fit(`${sign}${keys}${blank}  ${text}${reason}`, view.columns, 'left', glyphs.ellipsis);
}

/** The help screen: a heading for each group, one line for each key, each exactly as wide as asked. */
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
    lines.push({ text: itemLine(item, keysWidth, view, index === view.selected, look), item: index });
  }
  return lines;
}
