import { withPoint } from '../../lib/decimal.ts';
import type { Pattern } from './pattern.ts';

/** The operators of a comparison, also in the order that some people type them. */
const SIGN = '>=|=>|<=|=<|>|<';
const COMPARISON = new RegExp(`^(${SIGN})\\s*(?=[\\d.])(.*)$`, 's');
/** `used>36%`, without the colon after the name. */
const GLUED = new RegExp(`^([^:<>=]+)((?:${SIGN})[\\d.].*)$`, 's');

const SECONDS: Readonly<Record<string, number>> = { '': 1, ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

/** The factor of a prefix such as `k` or `G`; undefined if the unit does not match the pattern. */
function power(step: number, unit: string, pattern: RegExp): number | undefined {
  const prefix = pattern.exec(unit)?.[1];
  return prefix === undefined ? undefined : step ** ' kmgtpe'.indexOf(prefix.toLowerCase() || ' ');
}

/** The kinds of number that cells show, each with the factors of its units. */
const FACTORS = {
  share: (unit: string) => (unit === '' || unit === '%' ? 1 : undefined),
  bytes: (unit: string) => power(1024, unit, /^([kmgtpe]?)i?b?(?:\/s)?$/i),
  count: (unit: string) => power(1000, unit, /^([kmgtp]?)$/i),
  span: (unit: string) => SECONDS[unit],
};
type Kind = keyof typeof FACTORS;

function kindOf(unit: string): Kind {
  if (unit === '%') return 'share';
  if (unit.includes('B')) return 'bytes';
  return unit !== '' && unit in SECONDS ? 'span' : 'count';
}

type QuantityPart = readonly [number: number, unit: string];

/** The numbers in `1.8 TiB` or `4m12s` with their units; empty if the text is something else. */
function partsOf(shown: string): readonly QuantityPart[] {
  const text = withPoint(shown);
  return /^(?:(?:\d+\.?\d*|\.\d+) ?[a-z%/]*)+$/i.test(text)
    ? [...text.matchAll(/([\d.]+) ?([a-z%/]*)/gi)].map(([, number, unit = '']) => [Number(number), unit])
    : [];
}

/** The value, if the units are of this kind. Only spans have several. */
function valueOf(kind: Kind, parts: readonly QuantityPart[]): number | undefined {
  if (parts.length === 0 || (parts.length > 1 && kind !== 'span')) return undefined;
  const values = parts.map(([number, unit]) => number * (FACTORS[kind](unit) ?? Number.NaN));
  const sum = values.reduce((all, value) => all + value, 0);
  return Number.isNaN(sum) ? undefined : sum;
}

/** The difference between the number in a cell and the limit; undefined if there is no number of the same kind. */
function over(cell: string, limit: readonly QuantityPart[]): number | undefined {
  const text = cell.trim();
  // `<1%` counts as half of that: more than nothing, less than 1%.
  const isLess = text.startsWith('<');
  const parts = text === 'now' ? [[0, 's'] as const] : partsOf(isLess ? text.slice(1) : text);
  const kind = kindOf(parts[0]?.[1] ?? '');
  const [shown, least] = [valueOf(kind, parts), valueOf(kind, limit)];
  return shown === undefined || least === undefined ? undefined : shown / (isLess ? 2 : 1) - least;
}

/** A comparison with the numbers of a column, or an error message. */
type Comparison =
  | {
      readonly pattern: Pattern;
      /** True if a cell shows a number that can be compared. */
      readonly compares: (cell: string) => boolean;
    }
  | { readonly problem: string };

/** Parses `>36%`, `<=1.8TiB`, `>2h`; undefined if the text is no comparison. */
export function comparisonIn(text: string): Comparison | undefined {
  const [, sign, wanted = ''] = COMPARISON.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const limit = partsOf(wanted);
  if (!Object.keys(FACTORS).some((kind) => valueOf(kind as Kind, limit) !== undefined))
    return { problem: `"${wanted}" is not a number: type it as in >36%, >1.5TiB, >20k or >2h` };
  const matches = (cell: string): boolean => {
    const difference = over(cell, limit);
    if (difference === undefined) return false;
    return (sign.includes('=') && difference === 0) || (sign.includes('>') ? difference > 0 : difference < 0);
  };
  return {
    pattern: { matches, ranges: (cell) => (matches(cell) ? [[0, cell.length]] : []) },
    compares: (cell) => over(cell, limit) !== undefined,
  };
}

/** Turns `used>36%` into `used:>36%` and leaves other words alone. */
export const withColon = (word: string): string => word.replace(GLUED, '$1:$2');
