import type { Binding, Layer } from '../../keys/binding.ts';
import { activeView } from '../../screens/activeView.ts';
import { ORDER } from '../../screens/list/sorting.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { popOverlay } from '../../store/session/view.ts';
import type { Overlay } from '../../store/session/viewState.ts';

type SortOverlay = Extract<Overlay, { kind: 'sort' }>;

/** The keys while a column is chosen to sort by: a letter for each. Capitals work too, as Shift may still be down. */
export function sortLayer(cockpit: Shown, { choices, choose }: SortOverlay): Layer {
  return {
    title: 'Order',
    modal: true,
    bindings: [
      ...choices.map(({ id, title, letter }, index): Binding => ({
        keys: [...new Set([letter, letter.toUpperCase()])],
        label: title.toLowerCase(),
        help: `Sort by ${title}, or reverse its order`,
        footer: index + 2,
        run: () => choose(id),
      })),
      {
        keys: ['O', 'o'],
        label: 'worst first',
        help: 'Back to the natural order, worst first',
        footer: 1,
        run: () => choose(undefined),
      },
      {
        keys: ['esc'],
        label: 'cancel',
        help: 'Leave the order as it is',
        footer: 0,
        run: () => popOverlay(cockpit.view),
      },
    ],
  };
}

/** The column ids of the current table. */
export const columnIds = (cockpit: Known & Shown): readonly string[] =>
  activeView(cockpit)
    .table()
    ?.columns.map(({ id }) => id) ?? [];

/** Sorts the current table by the named column, or opens the choice of columns. Returns the reason if it cannot. */
export function sortTable(cockpit: Cockpit, column: string): string | undefined {
  const order = activeView(cockpit)
    .bindings(cockpit)
    .find(({ label }) => label === ORDER);
  const refused = order ? order.disabled?.() : 'what is shown is not a table';
  if (!order || refused !== undefined) return `It cannot be sorted: ${refused}.`;
  order.run();
  if (column === '') return undefined;
  const top = cockpit.view.getState().overlays.at(-1);
  if (top?.kind !== 'sort') return undefined;
  const wanted = column.toLowerCase();
  const choice = top.choices.find(({ id, title }) => [id, title.toLowerCase()].includes(wanted));
  if (choice) {
    top.choose(choice.id);
    return undefined;
  }
  popOverlay(cockpit.view);
  return `There is no column ${column}: ${top.choices.map(({ id }) => id).join(' ')}`;
}
