import type { Look } from '../../lib/look.ts';
import { visible } from '../../lib/text.ts';
import { byLevel, worstOf } from '../../store/answers/level.ts';
import type { Shown } from '../../store/cockpit.ts';
import { levelRole } from '../levels.ts';
import { filterWords } from '../namesPattern.ts';
import type { ListHandle } from './handle.ts';
import type { ShownRows, Trouble } from './rows.ts';

/** Columns for the names that a jump filtered the list by. */
const MAX_FILTER = 32;

/** The number of hidden kinds of trouble that are named; the rest is counted together. */
const MAX_KINDS = 2;

/** "hidden: 6 DOWN in, 2 warning" in the colour of the worst; empty if no problem is hidden. */
function hiddenText({ paint, unicode }: Look, hidden: readonly Trouble[]): string {
  if (hidden.length === 0) return '';
  const worst = hidden.toSorted((a, b) => byLevel(a.level, b.level));
  const kinds = [...Map.groupBy(worst, ({ word }) => word)];
  const told = kinds.slice(0, MAX_KINDS).map(([word, all]) => `${all.length} ${visible(word, unicode)}`);
  const others = kinds.slice(MAX_KINDS).reduce((sum, [, all]) => sum + all.length, 0);
  const text = [...told, ...(others > 0 ? [`${others} other`] : [])].join(', ');
  return paint(levelRole(worstOf(hidden.map(({ level }) => level))), `hidden: ${text}`);
}

/** The effect of Esc on the filter. */
export const escText = (isVisit: boolean): string => (isVisit ? 'Esc goes back' : 'Esc clears the filter');

/** The reason why the list is empty, and what to do about it. */
export function emptyText<Row>(
  cockpit: Shown,
  { handle, empty }: { readonly handle: ListHandle; readonly empty: string },
  { view, error }: ShownRows<Row>,
): string {
  if (view.filter === '') return view.problemsOnly ? 'No problems here. Press ! to see all.' : empty;
  const why = visible(
    error === undefined ? ` ${filterWords(view.filter, MAX_FILTER)}` : `: ${error}`,
    cockpit.look.unicode,
  );
  const all = view.problemsOnly ? ', ! shows more than the problems' : '';
  return `Nothing matches${why}. ${escText(handle.isVisit(cockpit))}${all}.`;
}

/** View options for the title and, once the rows are known, their number; hidden problems come first. */
export function titleDetail<Row>({ look }: Shown, shown: ShownRows<Row>, isKnown = true): string {
  const { rows, from, view, hidden, worstFirst, error } = shown;
  const parts = [
    hiddenText(look, hidden),
    view.problemsOnly ? look.paint('warn', 'problems only') : '',
    view.filter === ''
      ? ''
      : look.paint('match', visible(filterWords(view.filter, MAX_FILTER), look.unicode)),
    error === undefined ? '' : look.paint('warn', visible(error, look.unicode)),
    view.sort ? `${worstFirst ? 'worst first, ' : ''}by ${view.sort.column}` : '',
    isKnown ? (rows.length === from.length ? String(from.length) : `${rows.length}/${from.length}`) : '',
  ];
  return parts.filter(Boolean).join(look.paint('dim', ', '));
}
