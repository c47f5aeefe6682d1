import type { Binding } from '../keys/binding.ts';
import type { Action, Description } from '../store/action.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { pushOverlay } from '../store/view.ts';
import { type Motion, move } from '../widgets/viewport.ts';
import type { ListPlace } from './listPlace.ts';
import type { ListColumn } from './listRows.ts';

const MOTIONS: readonly (readonly [keys: readonly string[], motion: Motion, help: string])[] = [
  [['down', 'j'], 1, 'Next row'],
  [['up', 'k'], -1, 'Previous row'],
  [['pagedown'], 'pageDown', 'One page down'],
  [['pageup'], 'pageUp', 'One page up'],
  [['ctrl-d'], 'halfDown', 'Half a page down'],
  [['ctrl-u'], 'halfUp', 'Half a page up'],
  [['g', 'home'], 'home', 'First row'],
  [['G', 'end'], 'end', 'Last row'],
];

/** The keys that move the cursor of a list. */
export function cursorBindings(cockpit: Cockpit, place: ListPlace, ids: () => readonly string[]): Binding[] {
  return MOTIONS.map(([keys, motion, help]) => ({
    keys,
    label: help.toLowerCase(),
    help,
    run: () => place.change(cockpit, move(place.get(cockpit), motion, ids(), place.pageRows(cockpit))),
  }));
}

/** The key that shows all of the row under the cursor; `describe` says what that is, anew whenever it is drawn. */
export function describeBinding(
  cockpit: Cockpit,
  row: () => string | undefined,
  describe: (row: string) => Description | undefined,
  actions: () => readonly Action[] = () => [],
): Binding {
  return {
    keys: ['d'],
    label: 'describe',
    help: 'Show all that is known of the row under the cursor',
    footer: 8,
    run: () => {
      const id = row();
      if (id !== undefined)
        pushOverlay(cockpit.view, { kind: 'describe', of: () => describe(id), actions, top: 0 });
    },
  };
}

/** Chooses the next or previous column to sort by, or turns the order around. */
export function sortBindings<Row>(
  cockpit: Cockpit,
  place: ListPlace,
  columns: () => readonly ListColumn<Row>[],
): Binding[] {
  const sortable = () => columns().filter((column) => column.value);
  const step = (by: number) => () => {
    const ids = sortable().map((column) => column.id);
    const now = ids.indexOf(place.get(cockpit).sort?.column ?? '');
    const next = ids[(now + by + ids.length + (now < 0 && by < 0 ? 1 : 0)) % ids.length];
    if (next !== undefined) place.change(cockpit, { sort: { column: next, descending: false } });
  };
  return [
    { keys: ['>'], label: 'sort right', help: 'Sort by the next column', run: step(1) },
    { keys: ['<'], label: 'sort left', help: 'Sort by the previous column', run: step(-1) },
    {
      keys: ['I'],
      label: 'invert',
      help: 'Turn the order around',
      disabled: () =>
        place.get(cockpit).sort ? undefined : 'the rows stand worst first; choose a column with > first',
      run: () => {
        const { sort } = place.get(cockpit);
        if (sort) place.change(cockpit, { sort: { ...sort, descending: !sort.descending } });
      },
    },
    {
      keys: ['O'],
      label: 'worst first',
      help: 'Back to the natural order, worst first',
      run: () => place.change(cockpit, { sort: undefined }),
    },
  ];
}
