import type { Look } from '../lib/look.ts';
import { fit, width } from '../lib/text.ts';

export interface KeyHint {
  readonly key: string;
  readonly label: string;
}

/** One line of what the keys do, the most important first, exactly `columns` wide; those without room are left out. */
export function keyHints(hints: readonly KeyHint[], columns: number, look: Look): string {
  let line = '';
  let used = 0;
  for (const { key, label } of hints) {
    const gap = used === 0 ? '' : '  ';
    const taken = width(`${gap}${key} ${label}`);
    if (used + taken > columns) break;
    line += `${gap}${look.paint('key', key)} ${label}`;
    used += taken;
  }
  return fit(line, columns);
}
