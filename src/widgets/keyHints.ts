import type { Look } from '../lib/look.ts';
import { fit, width } from '../lib/text.ts';

/** A key with its label, for the footer. */
export interface KeyHint {
  readonly key: string;
  readonly label: string;
  /** True if the key does nothing now. */
  readonly off?: boolean;
}

/**
 * The width from which disabled keys are shown too, dimmed. The line then keeps its text while the cursor moves over rows
 * of several kinds, and unchanged text is not sent to the terminal again.
 */
const ROOMY = 160;

/** A line of key hints, most important first, exactly `columns` wide; those that do not fit are left out. */
export function keyHints(hints: readonly KeyHint[], columns: number, look: Look): string {
  let line = '';
  let used = 0;
  for (const { key, label, off } of hints) {
    const apart = look.paint('key', key) !== key;
    if (off && (columns < ROOMY || !apart)) continue;
    const gap = used === 0 ? '' : '  ';
    const taken = width(`${gap}${key} ${label}`);
    if (used + taken > columns) break;
    line += gap + (off ? look.paint('dim', `${key} ${label}`) : `${look.paint('key', key)} ${label}`);
    used += taken;
  }
  return fit(line, columns);
}
