import { shortened } from '../../lib/shorten.ts';
import { visible, width } from '../../lib/text.ts';
import { plural } from '../../lib/words.ts';
import type { HealthRow } from '../../store/answers/health.ts';
import { worstOf } from '../../store/answers/level.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { levelSign } from '../levels.ts';

/** The first names of checks, of which there can be hundreds: no more than one that does not fit into the columns. */
function firstNames(checks: readonly HealthRow[], columns: number, unicode: boolean): readonly string[] {
  const names: string[] = [];
  for (const { code } of checks) {
    if (width(names.join(', ')) > columns) break;
    names.push(visible(code, unicode));
  }
  return names;
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
  const counted = `${plural(checks.length, 'more check')}${isExplained ? ', explained above' : ''}`;
  const names = firstNames(checks, columns, look.unicode);
  const { ellipsis } = look.glyphs;
  // From all names to none.
  const texts = names.map((_, left) => {
    const some = names.slice(0, names.length - left);
    return `${counted}: ${[...some, ...(some.length < checks.length ? [ellipsis] : [])].join(', ')}`;
  });
  const [text = ''] = shortened([...texts, counted], { columns: columns - 3, most: 1, ellipsis });
  return [` ${levelSign(look, worstOf(checks.map(({ level }) => level)))} ${look.paint('dim', text)}`];
}
