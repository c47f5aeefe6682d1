import type { Look } from '../lib/look.ts';
import { cut, fit, visible, width } from '../lib/text.ts';
import { highlight } from './highlight.ts';

/** An item of a searchable list. It may contain untrusted text, which is made visible here. */
interface PickerItem {
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly help?: string;
  /** The reason why it cannot be chosen. */
  readonly disabled?: string;
}

interface PickerView {
  readonly columns: number;
  /** Words of the search, which are highlighted. */
  readonly words: readonly string[];
  /** The index of the selected item. */
  readonly selected: number;
  /** True shows a heading per group; false names the group in each item. */
  readonly grouped: boolean;
}

interface PickerLine {
  readonly text: string;
  /** The index of the item on this line; undefined for a heading. */
  readonly item?: number;
}

/** The number of items measured for the width of the first column. */
const MEASURED = 500;

/** The lines of a searchable list, each exactly `view.columns` wide. */
export function pickerLines(items: readonly PickerItem[], view: PickerView, look: Look): PickerLine[] {
  const { glyphs, paint } = look;
  const clean = (text = '') => visible(text, look.unicode);
  const widest = Math.max(0, ...items.slice(0, MEASURED).map(({ label }) => width(clean(label))));
  const room = Math.min(widest, Math.max(20, Math.floor(view.columns * 0.5)));
  const lines: PickerLine[] = [];
  for (const [index, item] of items.entries()) {
    if (view.grouped && item.group !== items[index - 1]?.group)
      lines.push({ text: paint('strong', fit(clean(item.group), view.columns, 'left', glyphs.ellipsis)) });
    const selected = index === view.selected;
    const sign = selected ? paint('accent', glyphs.cursor) : ' ';
    const label = cut(clean(item.label), room, glyphs.ellipsis);
    const role = item.disabled === undefined ? 'text' : 'dim';
    const shown = selected ? paint('selected', label) : highlight(label, view.words, look, role);
    const more = [...(view.grouped ? [] : [item.group]), item.hint, item.disabled ?? item.help]
      .map(clean)
      .filter(Boolean);
    const text = `${sign}${shown}${' '.repeat(room - width(label))}  ${paint('dim', more.join('  '))}`;
    lines.push({ text: fit(text, view.columns, 'left', glyphs.ellipsis), item: index });
  }
  return lines;
}
