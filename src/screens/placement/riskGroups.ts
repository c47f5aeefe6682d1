import type { Cause } from '../../diagnosis/verdict.ts';
import { listed, plural } from '../../lib/words.ts';
import { type Blame, causeAmong, causeId } from '../../store/answers/blame.ts';
import { byLevel, worstOf } from '../../store/answers/level.ts';
import type { Risk } from './risk.ts';

/** The most names in the text of a group. */
const MAX_NAMES = 4;

/** The kind of an OSD's risk: the part of its id before the OSD. */
const kindOf = ({ id }: Risk): string => id.split('.')[0] ?? id;

/** The name of an OSD, which the text of its risk begins with. */
const nameOf = ({ text }: Risk): string => text.split(': ')[0] ?? text;

/** The text of a risk without the name, such as `: missing`. */
const restOf = (one: Risk): string => one.text.slice(nameOf(one).length);

/**
 * Combines risks with the same cause into one, and likewise the same risk of several OSDs. Sorts them by level, then by the
 * order in which to act on their causes, then by size.
 */
export function groupRisks(risks: readonly Risk[], blame: Blame): readonly Risk[] {
  const order = [...new Set(blame.values())];
  const groups = Map.groupBy(risks, (one) => {
    const cause = causeAmong(blame, one.parts);
    if (cause) return `cause ${causeId(cause)}`;
    return one.parts.length > 0 ? `${kindOf(one)}${restOf(one)}` : one.id;
  });
  return [...groups.values()]
    .map((group) => {
      const cause = causeAmong(blame, group[0]!.parts);
      const rank = cause === undefined ? order.length : order.indexOf(cause);
      return { rank, size: group.length, row: rowOf(group, cause) };
    })
    .toSorted((a, b) => byLevel(a.row.level, b.row.level) || a.rank - b.rank || b.size - a.size)
    .map(({ row }) => row);
}

function rowOf(group: readonly Risk[], cause: Cause | undefined): Risk {
  const first = group[0]!;
  if (cause === undefined && group.length === 1) return first;
  const names = [...new Set(group.map(nameOf))];
  const together = {
    ...first,
    level: worstOf(group.map(({ level }) => level)),
    answers: group.flatMap(({ answers }) => answers),
  };
  if (cause === undefined)
    return {
      ...together,
      id: `${kindOf(first)}${restOf(first)}`,
      text: `${plural(names.length, 'OSD')}${restOf(first)}: ${listed(names, MAX_NAMES)}`,
    };
  const others = names.filter((name) => !cause.text.includes(name));
  return {
    ...together,
    id: `cause ${causeId(cause)}`,
    subject: 'cause',
    text: others.length === 0 ? cause.text : `${cause.text}: ${listed(others, MAX_NAMES)}`,
    next: cause.next[0] ?? first.next,
  };
}
