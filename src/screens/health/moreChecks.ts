import { visible, width } from '../../lib/text.ts';
import { plural } from '../../lib/words.ts';
import type { HealthRow } from '../../store/answers/health.ts';
import { worstOf } from '../../store/answers/level.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { levelSign } from '../levels.ts';

/** As many of the names as fit in `columns`, with an ellipsis for the others. */
function fittingNames(names: readonly string[], columns: number, ellipsis: string): string {
  const said = (most: number) =>
    [...names.slice(0, most), ...(most < names.length ? [ellipsis] : [])].join(', ');
  let most = names.length;
  while (most > 0 && width(said(most)) > columns) most--;
  return most === 0 ? '' : said(most);
}

/** The checks that have no row of their own, in one line: how many, if the first cause explains all of them, and their names. */
export function moreCheckLines(
  { look, facts }: Known & Shown,
  checks: readonly HealthRow[],
  columns: number,
): readonly string[] {
  if (checks.length === 0) return [];
  const [cause] = facts.diagnosis()?.causes ?? [];
  const isExplained =
    cause !== undefined &&
    cause.kind !== 'unknown' &&
    checks.every(({ code }) => cause.explains.includes(code));
  const counted = `${plural(checks.length, 'more check')}${isExplained ? ', explained below' : ''}`;
  const names = checks.map(({ code }) => visible(code, look.unicode));
  const listed = fittingNames(names, columns - width(counted) - 5, look.glyphs.ellipsis);
  const text = listed === '' ? counted : `${counted}: ${listed}`;
  return [` ${levelSign(look, worstOf(checks.map(({ level }) => level)))} ${look.paint('dim', text)}`];
}
