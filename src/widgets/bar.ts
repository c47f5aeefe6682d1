import type { Glyphs } from '../lib/glyphs.ts';
import type { Look, Role } from '../lib/look.ts';

const unit = (share: number) => (Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 0);

/** A threshold of a bar, and the role of the part filled beyond it. */
export interface BarLimit {
  readonly at: number;
  readonly role: Role;
}

/**
 * A bar for a share between 0 and 1, exactly `width` columns: dim up to the first limit, beyond it in the colour of each
 * limit. The empty part shows marks at the limits. As far as its cells allow, the bar looks full only for 1 and empty only
 * for 0. An unknown share is an empty bar.
 */
export function bar(
  share: number | undefined,
  width: number,
  look: Look,
  limits: readonly BarLimit[],
): string {
  if (width <= 0) return '';
  const { barFull, barPartial, barEmpty, barLimit } = look.glyphs;
  const value = unit(share ?? 0);
  const steps = barPartial.length + 1;
  const filled = value > 0 ? Math.max(1, Math.floor(value * width * steps)) : 0;
  const marked = new Set(limits.map(({ at }) => Math.min(width - 1, Math.floor(at * width))));
  const signOf = (cell: number): string => {
    const left = filled - cell * steps;
    if (left >= steps) return barFull;
    if (left > 0) return barPartial[left - 1] ?? barFull;
    return marked.has(cell) ? barLimit : barEmpty;
  };
  const roleOf = (cell: number): Role => {
    if (filled <= cell * steps) return 'rule';
    return limits.findLast(({ at }) => value >= at && (cell + 1) / width > at)?.role ?? 'dim';
  };
  const cells = Array.from({ length: width }, (_, cell) => ({ sign: signOf(cell), role: roleOf(cell) }));
  let text = '';
  let run = '';
  for (const [index, { sign, role }] of cells.entries()) {
    run += sign;
    if (cells[index + 1]?.role === role) continue;
    text += look.paint(role, run);
    run = '';
  }
  return text;
}

/** A part of a stacked bar, in any unit: its width is its share of the sum. */
export interface BarShare {
  readonly value: number;
  readonly role: Role;
}

/** The character of a share in a stacked bar: problems are solid, healthy parts are empty. */
function filling(role: Role, glyphs: Glyphs): string {
  if (role === 'error' || role === 'danger') return glyphs.shareError;
  return role === 'warn' ? glyphs.barWarn : glyphs.barEmpty;
}

const GRAVEST: readonly Role[] = ['danger', 'error', 'warn'];

/** The role that a share is painted in: healthy parts are as inconspicuous as the rest of the bar. */
const shareRole = (role: Role): Role => (GRAVEST.includes(role) ? role : 'rule');

const gravity = (role: Role) => (GRAVEST.includes(role) ? GRAVEST.indexOf(role) : GRAVEST.length);

/**
 * Whole numbers in proportion to `values` with the given sum, by the largest remainder method, each at least one. The
 * values are above zero, and `sum` is not less than their number.
 */
function apportion(values: readonly number[], sum: number): number[] {
  const total = values.reduce((all, value) => all + value, 0);
  const exact = values.map((value) => (value / total) * sum);
  const cells = exact.map((value) => Math.max(1, Math.floor(value)));
  let spare = sum - cells.reduce((all, value) => all + value, 0);
  const remainder = (index: number) => exact[index]! - cells[index]!;
  while (spare !== 0) {
    const step = Math.sign(spare);
    const able = [...cells.keys()].filter((index) => step > 0 || cells[index]! > 1);
    const next = able.reduce((best, index) =>
      remainder(index) * step > remainder(best) * step ? index : best,
    );
    cells[next]! += step;
    spare -= step;
  }
  return cells;
}

/**
 * A bar of several shares, exactly `width` columns, each with its own character. Every share above zero gets at least one
 * cell; if there are not enough cells, the worst shares win.
 */
export function stackedBar(shares: readonly BarShare[], width: number, look: Look): string {
  if (width <= 0) return '';
  const all = shares.filter((share) => Number.isFinite(share.value) && share.value > 0);
  if (all.length === 0) return look.paint('rule', look.glyphs.barEmpty.repeat(width));
  const kept = new Set([...all].sort((a, b) => gravity(a.role) - gravity(b.role)).slice(0, width));
  const shown = all.filter((share) => kept.has(share));
  const cells = apportion(
    shown.map((share) => share.value),
    width,
  );
  return shown
    .map(({ role }, index) => look.paint(shareRole(role), filling(role, look.glyphs).repeat(cells[index]!)))
    .join('');
}

/** Scale above the highest value, so that a constant is a low line and not a solid block. */
const HEADROOM = 1.4;

/** The upper end of a sparkline's scale for values that have no maximum. */
export const roomyCeiling = (values: readonly (number | undefined)[]): number =>
  HEADROOM * values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);

/** The last values of a line of which one must be known for it to have a present value: the very last may not be measured yet. */
const PRESENT = 2;

/** The present value of a line; undefined if it is not known. */
export const presentValue = (values: readonly (number | undefined)[]): number | undefined =>
  values.slice(-PRESENT).findLast((value) => value !== undefined && Number.isFinite(value));

/** The share of its highest value that a figure must vary by to be worth a colour. */
const LIVELY = 0.25;

/** The role of a sparkline: a colour if its values vary, so that a constant one is quiet. */
export function sparkRole(values: readonly (number | undefined)[]): Role {
  const known = values.filter((value) => value !== undefined);
  const highest = Math.max(...known);
  const isLively = highest - Math.min(...known) >= LIVELY * Math.max(highest, 0) && highest > 0;
  return isLively ? 'accent' : 'dim';
}

/**
 * A sparkline of the newest `width` values, scaled from zero to `max` (by default their maximum), right-aligned. Only zero
 * is drawn at the lowest level; a missing value is a blank.
 */
export function sparkline(
  values: readonly (number | undefined)[],
  width: number,
  look: Look,
  { role = 'accent', max }: { readonly role?: Role; readonly max?: number } = {},
): string {
  if (width <= 0) return '';
  const shown = values.slice(-width);
  const known = shown.filter((value): value is number => Number.isFinite(value));
  const ceiling = max ?? Math.max(0, ...known);
  const { spark } = look.glyphs;
  const levels = spark.length - 1;
  const columns = shown.map((value) => {
    if (value === undefined || !Number.isFinite(value)) return ' ';
    if (value <= 0 || ceiling <= 0) return spark[0] ?? ' ';
    return spark[Math.max(1, Math.round(unit(value / ceiling) * levels))] ?? ' ';
  });
  return look.paint(role, columns.join('').padStart(width));
}
