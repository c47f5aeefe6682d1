import type { Binding } from '../../keys/binding.ts';
import type { Shown } from '../../store/cockpit.ts';
import { popOverlay, pushOverlay } from '../../store/session/view.ts';
import type { SortChoice } from '../../store/session/viewState.ts';
import type { Letters } from '../../widgets/table.ts';
import type { ColumnSpec } from './columns.ts';
import type { ListHandle } from './handle.ts';

const ALPHABET = Array.from('abcdefghijklmnpqrstuvwxyz0123456789');

/**
 * Assigns each sortable column a letter, one of its title if possible. `o` is never assigned: it is the key of the choice
 * itself, and pressing it twice restores the natural order.
 */
export function sortChoices<Row>(columns: readonly ColumnSpec<Row>[]): SortChoice[] {
  const taken = new Set<string>();
  return columns.flatMap(({ id, title, value }) => {
    if (!value) return [];
    const letter = [...Array.from(title.toLowerCase()), ...ALPHABET].find(
      (candidate) => ALPHABET.includes(candidate) && !taken.has(candidate),
    );
    if (letter === undefined) return [];
    taken.add(letter);
    return [{ id, title, letter }];
  });
}

/** The letters of the focused list's columns, while a column is being chosen. */
export function activeSortLetters({ view }: Shown): Letters | undefined {
  const top = view.getState().overlays.at(-1);
  return top?.kind === 'sort' ? new Map(top.choices.map(({ id, letter }) => [id, letter])) : undefined;
}

/** Sorts a list by a column, or reverses the order if it is sorted by it already. Numbers start with the greatest. */
function sortBy<Row>(cockpit: Shown, handle: ListHandle, { id, align }: ColumnSpec<Row>): void {
  const { sort } = handle.get(cockpit);
  const descending = sort?.column === id ? !sort.descending : align === 'right';
  handle.change(cockpit, { sort: { column: id, descending } });
}

const FIXED = 'these rows have a fixed order';

/**
 * Sorts a list by the column whose title was clicked, as its letter would; a column without an order changes nothing.
 * Returns the reason if no column can be sorted.
 */
export function sortByTitle<Row>(
  cockpit: Shown,
  handle: ListHandle,
  columns: readonly ColumnSpec<Row>[],
  id: string,
): string | undefined {
  const sortable = columns.filter((column) => column.value);
  const column = sortable.find((candidate) => candidate.id === id);
  if (column) sortBy(cockpit, handle, column);
  return sortable.length > 0 ? undefined : FIXED;
}

/** Opens the choice of the sort column: the header shows a letter for each until one is pressed. */
function chooseSort<Row>(cockpit: Shown, handle: ListHandle, columns: readonly ColumnSpec<Row>[]): void {
  pushOverlay(cockpit.view, {
    kind: 'sort',
    choices: sortChoices(columns),
    choose: (id) => {
      popOverlay(cockpit.view);
      const column = columns.find((candidate) => candidate.id === id);
      if (column) sortBy(cockpit, handle, column);
      else handle.change(cockpit, { sort: undefined });
    },
  });
}

/** Label of the key that opens the choice of the sort column. */
export const ORDER = 'order';

/** The keys that choose the sort column or reverse the order. */
export function sortBindings<Row>(
  cockpit: Shown,
  handle: ListHandle,
  columns: readonly ColumnSpec<Row>[],
): Binding[] {
  const sortable = columns.filter((column) => column.value);
  const fixed = () => (sortable.length > 0 ? undefined : FIXED);
  const step = (by: number) => () => {
    const now = sortable.findIndex(({ id }) => id === handle.get(cockpit).sort?.column);
    const next = sortable[(now + by + sortable.length + (now < 0 && by < 0 ? 1 : 0)) % sortable.length];
    if (next) sortBy(cockpit, handle, next);
  };
  return [
    {
      keys: ['O'],
      label: ORDER,
      help: 'Choose the column to sort by: its letter in the header; again to reverse; OO for worst first',
      footer: 15,
      disabled: fixed,
      run: () => chooseSort(cockpit, handle, sortable),
    },
    { keys: ['>'], label: 'sort right', help: 'Sort by the next column', disabled: fixed, run: step(1) },
    { keys: ['<'], label: 'sort left', help: 'Sort by the previous column', disabled: fixed, run: step(-1) },
    {
      keys: ['I'],
      label: 'invert',
      help: 'Reverse the order',
      disabled: () =>
        fixed() ??
        (handle.get(cockpit).sort ? undefined : 'rows are sorted worst first; choose a column with O first'),
      run: () => {
        const { sort } = handle.get(cockpit);
        if (sort) handle.change(cockpit, { sort: { ...sort, descending: !sort.descending } });
      },
    },
  ];
}
