import type { Look } from '../lib/look.ts';
import { cut, fit, visible, width } from '../lib/text.ts';

/** The contents of the title line of a pane. */
export interface PaneTitle {
  /** May contain untrusted text, which is made visible here. */
  readonly title: string;
  /** The digit that focuses the pane. */
  readonly hotkey?: string;
  /** True if the pane has the input focus. */
  readonly focused?: boolean;
  /** Painted text after the name: counts and the filter, or the summary of a collapsed pane. */
  readonly detail?: string;
  /** Painted texts at the right edge, such as age and STALE. The first has priority over the detail, the others have not. */
  readonly status?: readonly string[];
}

/** The minimum columns of a cut detail; below that it is omitted. */
const MIN_DETAIL = 4;

/** The first status text if it fits into `room`, and the following ones as long as they leave `reserved` columns free. */
function statusText(status: readonly string[], room: number, reserved: number): string {
  let shown = '';
  for (const text of status.filter((part) => part !== '')) {
    const longer = shown === '' ? text : `${shown} ${text}`;
    if (width(longer) > room - (shown === '' ? 0 : reserved)) break;
    shown = longer;
  }
  return shown;
}

/**
 * A pane's title as a rule, exactly `columns` wide: `─ 1 Health  6 checks ───── 3s ─`. The title of the focused pane starts
 * with a special sign, so that focus is visible without colour.
 */
export function paneTitle(pane: PaneTitle, columns: number, look: Look): string {
  const { glyphs, paint } = look;
  const rule = (length: number) =>
    paint(pane.focused ? 'accent' : 'rule', glyphs.horizontal.repeat(Math.max(0, length)));
  const lead = pane.focused ? paint('accent', glyphs.focus) : rule(1);
  const hotkey = pane.hotkey === undefined ? '' : `${pane.hotkey} `;
  const name = cut(visible(pane.title, look.unicode), columns - 3 - hotkey.length, glyphs.ellipsis);
  const left = `${lead} ${paint('key', hotkey)}${pane.focused ? paint('title', name) : name}`;
  // One blank after the name; a status has a blank on either side and a last piece of rule.
  let room = columns - width(left) - 1;
  const status = statusText(pane.status ?? [], room - 3, pane.detail ? width(pane.detail) + 2 : 0);
  const right = status === '' ? '' : ` ${status} ${rule(1)}`;
  room -= width(right);
  const detail = room - 2 < MIN_DETAIL ? '' : cut(pane.detail ?? '', room - 2, glyphs.ellipsis);
  const middle = detail === '' ? ' ' : `  ${detail} `;
  return fit(
    `${left}${middle}${rule(columns - width(left) - width(middle) - width(right))}${right}`,
    columns,
  );
}
