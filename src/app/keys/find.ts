import type { Binding } from '../../keys/binding.ts';
import { finishInChunks } from '../../lib/chunked.ts';
import type { ActiveView } from '../../screens/activeView.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { pushOverlay } from '../../store/session/view.ts';
import { filterOf, isLog, listOf } from '../frame/filter.ts';
import { commandBinding } from './anywhere.ts';
import { goToBinding } from './go.ts';

const FILTER_KEYS = ['/', '&'];
const FILTER_HELP =
  'Filter: text or /regex/, !text leaves out, column:text looks in one column, column:>36% compares, -f is fuzzy; where no rows can be filtered, go to anything';

function toggleProblems(cockpit: Shown): void {
  const list = listOf(cockpit);
  list.change(cockpit, { problemsOnly: !list.get(cockpit).problemsOnly });
}

/** True if a jump or a link chose the rows. */
const isVisited = (cockpit: Shown): boolean =>
  topScreen(cockpit.view.getState())
    ? listOf(cockpit).get(cockpit).visit
    : cockpit.view.getState().visits.length > 0;

/** The key that filters the rows of the current view. */
const filterBinding = (cockpit: Shown, { list: shown }: Pick<ActiveView, 'list'>): Binding => ({
  keys: FILTER_KEYS,
  label: 'filter',
  help: FILTER_HELP,
  footer: 10,
  run: () => {
    const before = filterOf(cockpit);
    const list = isLog(cockpit) ? undefined : listOf(cockpit).get(cockpit);
    // What is typed narrows the filter of a jump, and replaces any other.
    const narrows = before !== '' && isVisited(cockpit);
    const value = narrows ? `${before} ` : before;
    const prompt = { kind: 'prompt', purpose: 'filter', value, before, list } as const;
    pushOverlay(cockpit.view, { ...prompt, ...(before !== '' && !narrows && { selected: true }) });
    const rows = shown();
    if (rows) void finishInChunks(rows.prepareFilter());
  },
});

/** The same key where no rows can be filtered. It takes what is typed next, which would act as keys otherwise. */
const searchBinding = (cockpit: Cockpit): Binding => {
  const { label, run } = goToBinding(cockpit);
  return { keys: FILTER_KEYS, name: 'filter', label, help: FILTER_HELP, run };
};

/** The keys that filter the current view, and the one that opens the command line. */
export const findBindings = (
  cockpit: Cockpit,
  { unfiltered, list }: Pick<ActiveView, 'unfiltered' | 'list'>,
): Binding[] => [
  unfiltered.text === undefined ? filterBinding(cockpit, { list }) : searchBinding(cockpit),
  {
    keys: ['!'],
    label: 'problems',
    help: 'Show problems only, or all again',
    footer: 11,
    disabled: () => unfiltered.problems,
    run: () => toggleProblems(cockpit),
  },
  commandBinding(cockpit),
];
