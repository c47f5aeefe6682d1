import type { Layer } from '../../keys/binding.ts';
import { clampIndex, movementBindings } from '../../keys/movement.ts';
import type { Shown } from '../../store/cockpit.ts';
import { changeTop, popOverlay } from '../../store/session/view.ts';
import { besideItem, itemColumns } from '../../widgets/pickerColumns.ts';
import { foundItems, isInColumns, type PickerOverlay } from '../overlays/found.ts';
import { closeBinding } from './close.ts';
import { textKeys } from './text.ts';

/** The keys of a searchable list: all letters go into its search. */
export function pickerLayer(cockpit: Shown, picker: PickerOverlay): Layer {
  const found = foundItems(picker);
  const item = found[picker.cursor];
  const page = Math.max(1, cockpit.view.getState().size.rows - 6);
  const write = (search: string) =>
    changeTop(cockpit.view, 'picker', (overlay) => ({ ...overlay, search, cursor: 0 }));
  const to = (cursor: (now: number) => number) => () =>
    changeTop(cockpit.view, 'picker', (overlay) => ({ ...overlay, cursor: cursor(overlay.cursor) }));
  const by = (steps: number) => to((now) => clampIndex(now + steps, found.length))();
  const beside = (way: 1 | -1) =>
    to((now) => besideItem(itemColumns(found, cockpit.view.getState().size.columns), now, way));
  const sideways = [
    { keys: ['right'], label: 'right', help: 'To the next column', run: beside(1) },
    { keys: ['left'], label: 'left', help: 'To the previous column', run: beside(-1) },
  ];
  const { erasing, ...typing } = textKeys(picker.search, write);
  return {
    title: picker.title,
    modal: true,
    bindings: [
      closeBinding(cockpit),
      {
        keys: ['enter'],
        label: picker.stays ? 'switch' : 'choose',
        help: 'Choose what the cursor is on',
        footer: 1,
        disabled: () => item?.disabled,
        run: () => {
          if (!picker.stays) popOverlay(cockpit.view);
          item?.run();
        },
      },
      ...movementBindings(by, page, { hasInput: true }),
      ...(isInColumns(picker) ? sideways : []),
      ...erasing,
    ],
    ...typing,
  };
}
