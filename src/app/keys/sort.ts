import type { Binding, Layer } from '../../keys/binding.ts';
import type { Shown } from '../../store/cockpit.ts';
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
