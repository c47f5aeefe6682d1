import type { Look, Role } from '../lib/look.ts';
import { fit } from '../lib/text.ts';

/** The lines that fell into one column of a histogram, the worst first. */
export interface Stack {
  readonly parts: readonly { readonly value: number; readonly role: 'error' | 'warn' | 'ok' }[];
}

/** The number of `rows` cells that each part of a stack takes: what is not zero is seen, the worst first of all. */
function heights(values: readonly number[], most: number, rows: number): number[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  let left = total <= 0 || most <= 0 ? 0 : Math.max(1, Math.round((total / most) * rows));
  return values.map((value) => {
    if (value <= 0 || left <= 0) return 0;
    const cells = Math.min(left, Math.max(1, Math.round((value / most) * rows)));
    left -= cells;
    return cells;
  });
}

/** Stacked columns from the top row down, each line exactly `stacks.length` columns wide. The worst part stands on top. */
export function histogramLines(stacks: readonly Stack[], rows: number, look: Look): string[] {
  const { shareOk, shareWarn, shareError } = look.glyphs;
  const sign = { ok: shareOk, warn: shareWarn, error: shareError } as const;
  const most = Math.max(0, ...stacks.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const columns = stacks.map(({ parts }) => {
    const cells = heights(
      parts.map(({ value }) => value),
      most,
      rows,
    );
    return parts
      .map(({ role }, index) => Array.from({ length: cells[index] ?? 0 }, () => role))
      .toReversed()
      .flat();
  });
  const painted: Readonly<Record<keyof typeof sign, Role>> = { ok: 'dim', warn: 'warn', error: 'error' };
  return Array.from({ length: Math.max(0, rows) }, (_, row) => {
    const line = columns.map((column) => {
      const role = column[rows - 1 - row];
      return role === undefined ? ' ' : look.paint(painted[role], sign[role]);
    });
    return fit(line.join(''), stacks.length);
  });
}
