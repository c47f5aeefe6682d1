import { duration } from '../../lib/format.ts';
import type { Look } from '../../lib/look.ts';
import { cut, fit, visible, width } from '../../lib/text.ts';
import type { FigureHistory } from '../../store/action/action.ts';
import { presentValue, roomyCeiling, sparkline, sparkRole } from '../../widgets/bar.ts';
import { formatOf } from './units.ts';

type Points = FigureHistory['points'];

const isKnown = ({ v }: Points[number]): boolean => Number.isFinite(v);

/** The fewest values that make a line. */
const MIN_POINTS = 2;

/** The means of equally many points each, in `columns` columns at most; undefined for a gap. */
function means(points: Points, columns: number): (number | undefined)[] {
  const count = Math.max(1, Math.min(columns, points.length));
  const at = (column: number) => Math.floor((column * points.length) / count);
  return Array.from({ length: count }, (_, column) => {
    const known = points.slice(at(column), at(column + 1)).filter(isKnown);
    return known.length === 0 ? undefined : known.reduce((sum, { v = 0 }) => sum + v, 0) / known.length;
  });
}

/** The seconds that are covered from the first known value on, each point standing for the time until the next one. */
function coveredSeconds(points: Points): number {
  const [first, last] = [points[0], points.at(-1)];
  const begin = points.find(isKnown);
  if (first === undefined || last === undefined || begin === undefined) return 0;
  return last.t - begin.t + (last.t - first.t) / Math.max(1, points.length - 1);
}

const HOUR = 3600;

/** A length of time in a few letters; of several hours the minutes are left out. */
const lengthText = (seconds: number): string =>
  duration(seconds < 3 * HOUR ? seconds : Math.round(seconds / HOUR) * HOUR).replace(
    /(?<=\d[hm])00[ms]$/,
    '',
  );

/** The time that a figure covers, such as "last 1h"; for an amount also its change: "+1.2 GiB in 24h". */
function spanText({ points, unit, isAmount }: FigureHistory, format: (value: number) => string): string {
  const span = lengthText(coveredSeconds(points));
  // The difference of two percentages would be read as a percentage of the value.
  if (!isAmount || unit === 'PERCENT') return `last ${span}`;
  const change = (points.findLast(isKnown)?.v ?? 0) - (points.find(isKnown)?.v ?? 0);
  const size = format(Math.abs(change));
  return size === format(0) ? `unchanged in ${span}` : `${change > 0 ? '+' : '-'}${size} in ${span}`;
}

/** The widest sparkline, in columns: as many as an hour has points. */
const MAX_SPARK = 60;
/** The narrowest one that is drawn. */
const MIN_SPARK = 6;

/** Figures over time, a line each: name, present value, sparkline, and the time that this covers. */
export function historyLines(look: Look, history: readonly FigureHistory[], columns: number): string[] {
  const figures = history
    .filter(({ points }) => points.filter(isKnown).length >= MIN_POINTS)
    .map((figure) => {
      const format = formatOf(figure.unit, look.unicode);
      const value = presentValue(figure.points.map(({ v }) => v));
      return {
        ...figure,
        name: visible(figure.name, look.unicode),
        value: value === undefined ? '--' : format(value),
        span: spanText(figure, format),
      };
    });
  const widest = (part: 'name' | 'value' | 'span') => Math.max(0, ...figures.map((one) => width(one[part])));
  const [names, values, spans] = [widest('name'), widest('value'), widest('span')];
  const room = Math.min(MAX_SPARK, columns - names - values - spans - 6);
  const lines = figures.map((figure) => ({ ...figure, line: means(figure.points, room) }));
  const spark = Math.max(0, ...lines.map(({ line }) => line.length));
  return lines.map(({ name, value, span, unit, line }) => {
    const max = unit === 'PERCENT' ? 100 : roomyCeiling(line);
    const parts = [
      look.paint('dim', fit(name, names)),
      fit(value, values, 'right'),
      ...(room < MIN_SPARK ? [] : [sparkline(line, spark, look, { max, role: sparkRole(line) })]),
      look.paint('dim', span),
    ];
    return cut(parts.join('  '), columns, look.glyphs.ellipsis);
  });
}
