import type { Binding } from '../../keys/binding.ts';
import { finishInChunks } from '../../lib/chunked.ts';
import type { ViewInForce } from '../../screens/inForce.ts';
import type { Shown } from '../../store/cockpit.ts';
import { pushOverlay } from '../../store/session/view.ts';
import { filterOf, isLog, listOf } from '../frame/filter.ts';
import { commandBinding } from './anywhere.ts';

function toggleProblems(cockpit: Shown): void {
  const list = listOf(cockpit);
  list.change(cockpit, { problemsOnly: !list.get(cockpit).problemsOnly });
}

/** The keys that filter the current view, and the one that opens the command line. */
export const findBindings = (
  cockpit: Shown,
  { unfiltered, list: shown }: Pick<ViewInForce, 'unfiltered' | 'list'>,
): Binding[] => [
  {
    keys: ['/', '&'],
    label: 'filter',
    help: 'Filter: text or /regex/, !text leaves out, column:text looks in one column, column:>36% compares, -f is fuzzy',
    footer: 10,
    disabled: () => unfiltered.text,
    run: () => {
      const before = filterOf(cockpit);
      const list = isLog(cockpit) ? undefined : listOf(cockpit).get(cockpit);
      const prompt = { kind: 'prompt', purpose: 'filter', value: before, before, list } as const;
      pushOverlay(cockpit.view, { ...prompt, ...(before !== '' && { selected: true }) });
      const rows = shown();
      if (rows) void finishInChunks(rows.prepareFilter());
    },
  },
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
