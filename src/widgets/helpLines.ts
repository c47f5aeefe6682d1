import type { Look } from '../lib/look.ts';
import { cut, fit, width } from '../lib/text.ts';
import { highlight } from './highlight.ts';

export interface HelpItem {
  /** What the key belongs to: items of one group stand together. */
  readonly layer: string;
  readonly keys: string;
  readonly text: string;
  /** Why it does nothing just now. */
  readonly disabled?: string;
}

export interface HelpView {
  readonly columns: number;
  /** Words of the search, shown where they occur. */
  readonly words: readonly string[];
  /** Index of the selected item. */
  readonly selected: number;
}

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
  const shownKeys = cut(item.keys, keysWidth, glyphs.ellipsis);
  const keys = selected ? paint('selected', shownKeys) : highlight(shownKeys, view.words, look, 'key');
  const blank = ' '.repeat(keysWidth - width(shownKeys));
  const text = highlight(item.text, view.words, look, item.disabled === undefined ? 'text' : 'dim');
  const reason = item.disabled === undefined ? '' : ` ${paint('dim', `(${item.disabled})`)}`;
  return fit(`${sign}${keys}${blank}  ${text}${reason}`, view.columns, 'left', glyphs.ellipsis);
}

/** The help screen: a heading for each group, one line for each key, each exactly as wide as asked. */
export function helpLines(items: readonly HelpItem[], view: HelpView, look: Look): HelpLine[] {
  const keysWidth = Math.min(WIDEST_KEYS, Math.max(0, ...items.map((item) => width(item.keys))));
  const lines: HelpLine[] = [];
  for (const [index, item] of items.entries()) {
    if (item.layer !== items[index - 1]?.layer) {
      if (lines.length > 0) lines.push({ text: ' '.repeat(view.columns) });
      const heading = fit(item.layer, view.columns, 'left', look.glyphs.ellipsis);
      lines.push({ text: look.paint('strong', heading) });
    }
    lines.push({ text: itemLine(item, keysWidth, view, index === view.selected, look), item: index });
  }
  return lines;
}
