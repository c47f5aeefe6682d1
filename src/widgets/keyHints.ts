import type { Look } from '../lib/look.ts';
import { fit, width } from '../lib/text.ts';

/** A key and what it does, as the footer tells it. */
export interface KeyHint {
  readonly key: string;
  readonly label: string;
  /** It does nothing just now. */
  readonly off?: boolean;
}

/**
 * From here on there is room for keys that are out of order: they stay in their places, dimmed and with a key that does
 * not stand out, while the cursor goes over rows of several kinds. A line that keeps its text costs nothing on the wire.
 */
const ROOMY = 160;

/** One line of what the keys do, the most important first, exactly `columns` wide; those without room are left out. */
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
