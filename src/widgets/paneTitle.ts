import type { Look } from '../lib/look.ts';
import { cut, fit, visible, width } from '../lib/text.ts';

/** The contents of the top line of a pane. */
export interface PaneTitle {
  /** Untrusted text is welcome: it is made visible here. */
  readonly title: string;
  /** The digit that goes to the pane. */
  readonly hotkey?: string;
  /** The pane has the keys. */
  readonly focused?: boolean;
  /** Beside the name: counts and the filter in force, or what a collapsed pane has to say. Painted. */
  readonly detail?: string;
  /** At the right edge, the most important first: the age of the data, STALE. Painted; the others give way to the detail. */
  readonly status?: readonly string[];
}

/** Below this many columns a cut detail tells nothing. */
const LEAST_DETAIL = 4;

/** The first status text where it fits into `room`, and those after it that leave `reserved` columns of it free. */
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
 * A pane's title as a rule, exactly `columns` wide: `─ 1 Health  6 checks ───── 3s ─`. The focused pane
 * begins with a sign of its own, so focus shows without colour too.
 */
export function paneTitle(pane: PaneTitle, columns: number, look: Look): string {
  const { glyphs, paint } = look;
  const rule = (length: number) =>
    paint(pane.focused ? 'accent' : 'rule', glyphs.horizontal.repeat(Math.max(0, length)));
  const lead = pane.focused ? paint('accent', glyphs.focus) : rule(1);
  const hotkey = pane.hotkey === undefined ? '' : `${pane.hotkey} `;
  const name = cut(visible(pane.title, look.unicode), columns - 3 - hotkey.length, glyphs.ellipsis);
  const left = `${lead} ${paint('key', hotkey)}${pane.focused ? paint('title', name) : name}`;
  // One blank after the name and, where there is a status, a blank on its either side and the last bit of rule.
  let room = columns - width(left) - 1;
  const status = statusText(pane.status ?? [], room - 3, pane.detail ? width(pane.detail) + 2 : 0);
  const right = status === '' ? '' : ` ${status} ${rule(1)}`;
  room -= width(right);
  const detail = room - 2 < LEAST_DETAIL ? '' : cut(pane.detail ?? '', room - 2, glyphs.ellipsis);
  const middle = detail === '' ? ' ' : `  ${detail} `;
  return fit(
    `${left}${middle}${rule(columns - width(left) - width(middle) - width(right))}${right}`,
    columns,
  );
}
