import type { Binding } from '../../keys/binding.ts';
import type { Action, Description, NavigationKey } from '../../store/action/action.ts';
import type { Resource } from '../../store/cache/resource.ts';
import type { Shown } from '../../store/cockpit.ts';
import { pushOverlay } from '../../store/session/view.ts';
import { type Motion, move } from '../../widgets/viewport.ts';
import type { ListHandle } from './handle.ts';

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
export function cursorBindings(cockpit: Shown, handle: ListHandle, ids: () => readonly string[]): Binding[] {
  return MOTIONS.map(([keys, motion, help]) => ({
    keys,
    label: help.toLowerCase(),
    help,
    run: () => handle.change(cockpit, move(handle.get(cockpit), motion, ids(), handle.pageRows(cockpit))),
  }));
}

/** The parts of a described row besides its description. */
interface OfRow {
  readonly actions?: () => readonly Action[];
  readonly navigation?: () => readonly NavigationKey[];
  /** Resources that the description needs besides those of the list. */
  readonly reads?: (row: string) => readonly Resource[];
}

/** The key that describes the row under the cursor; `describe` is called again for each drawing. */
export function describeBinding(
  cockpit: Shown,
  row: () => string | undefined,
  describe: (row: string) => Description | undefined,
  { actions = () => [], navigation = () => [], reads = () => [] }: OfRow = {},
): Binding {
  return {
    keys: ['d'],
    label: 'describe',
    help: 'Show all that is known about the row under the cursor',
    footer: 8,
    run: () => {
      const id = row();
      // After the row is gone the cursor is on another one, so actions and links no longer belong to what is described.
      const isShown = () => row() === id;
      const needed = id === undefined ? [] : reads(id);
      if (id !== undefined)
        pushOverlay(cockpit.view, {
          kind: 'describe',
          of: () => describe(id),
          actions: () => (isShown() ? actions() : []),
          navigation: () => (isShown() ? navigation() : []),
          ...(needed.length > 0 && { reads: needed }),
          row: id,
          top: 0,
        });
    },
  };
}
