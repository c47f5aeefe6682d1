import { activeView } from '../../screens/activeView.ts';
import { ORDER } from '../../screens/list/sorting.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { popOverlay } from '../../store/session/view.ts';

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
