import type { Binding, Layer } from '../../keys/binding.ts';
import { clampIndex, movementBindings } from '../../keys/movement.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { changeTop, popOverlay, say } from '../../store/session/view.ts';
import type { MenuItem, Overlay } from '../../store/session/viewState.ts';
import { findOperations, openOperation } from '../overlays/explore.ts';
import { actionLayer } from './action.ts';
import { commandBinding } from './anywhere.ts';
import { closeBinding } from './close.ts';
import { describeLayer } from './describe.ts';
import { helpItems } from './helpItems.ts';
import { jsonLayer } from './json.ts';
import { pickerLayer } from './picker.ts';
import { promptLayer } from './prompt.ts';
import { sortLayer } from './sort.ts';
import { textKeys } from './text.ts';

type Of<K extends Overlay['kind']> = Extract<Overlay, { kind: K }>;

/** Moves the cursor of an overlay's list with `count` items. */
const moving =
  (cockpit: Shown, kind: 'help' | 'explorer' | 'menu', count: number) =>
  (steps: number): void =>
    changeTop(cockpit.view, kind, (overlay) => ({
      ...overlay,
      cursor: clampIndex(overlay.cursor + steps, count),
    }));

/** The keys of a searchable list: letters go into the search, Enter acts on the selected item. */
function listLayer(
  cockpit: Cockpit,
  title: string,
  { kind, search }: Of<'help' | 'explorer'>,
  found: readonly unknown[],
  enter: Pick<Binding, 'label' | 'help' | 'run'>,
): Layer {
  const write = (text: string) =>
    changeTop(cockpit.view, kind, (overlay) => ({ ...overlay, search: text, cursor: 0 }));
  const { erasing, ...typing } = textKeys(search, write);
  return {
    title,
    modal: true,
    bindings: [
      closeBinding(cockpit),
      { keys: ['enter'], footer: 1, ...enter },
      ...erasing,
      ...movementBindings(moving(cockpit, kind, found.length), 10, { hasInput: true }),
    ],
    ...typing,
  };
}

function helpLayer(cockpit: Cockpit, help: Of<'help'>, program: readonly Layer[]): Layer {
  const found = helpItems(cockpit, program, help.search);
  return listLayer(cockpit, 'Help', help, found, {
    label: 'run',
    help: 'Run what the cursor is on',
    run: () => {
      const entry = found[help.cursor];
      if (!entry || entry.disabled !== undefined) return;
      popOverlay(cockpit.view);
      entry.binding.run();
    },
  });
}

function explorerLayer(cockpit: Cockpit, explorer: Of<'explorer'>): Layer {
  const found = findOperations(explorer.search);
  return listLayer(cockpit, 'Interface', explorer, found, {
    label: 'call',
    help: 'Fill in its form and call it',
    run: () => {
      const listed = found[explorer.cursor];
      const problem = listed && openOperation(cockpit, listed);
      if (problem !== undefined) say(cockpit.view, 'info', problem);
    },
  });
}

function menuLayer(cockpit: Shown, menu: Of<'menu'>): Layer {
  const items = menu.items();
  const { footer: _, ...command } = commandBinding(cockpit);
  const item = items[menu.cursor];
  const choose = (chosen: MenuItem | undefined) => {
    popOverlay(cockpit.view);
    chosen?.run();
  };
  return {
    title: menu.title,
    modal: true,
    bindings: [
      closeBinding(cockpit, ['esc', 'q']),
      {
        keys: ['enter'],
        label: 'choose',
        help: 'Choose what the cursor is on',
        footer: 1,
        disabled: () => item?.disabled,
        run: () => choose(item),
      },
      // The key of a refused item goes to it, because its reason is shown below the cursor.
      ...items.map((one, cursor) => ({
        keys: one.keys ?? [],
        label: one.label,
        help: one.label,
        run: () =>
          one.disabled === undefined
            ? choose(one)
            : changeTop(cockpit.view, 'menu', (now) => ({ ...now, cursor })),
      })),
      ...(menu.stays
        ? [
            {
              keys: ['space'],
              label: 'switch',
              help: 'Switch it and stay here',
              footer: 2,
              run: () => item?.run(),
            },
          ]
        : []),
      ...movementBindings(moving(cockpit, 'menu', items.length), 10, {
        without: menu.stays ? ['space'] : [],
      }),
      {
        ...command,
        run() {
          popOverlay(cockpit.view);
          command.run();
        },
      },
    ],
  };
}

/** The keys of the top overlay. `program` are the layers below it, which only the help uses. */
export function overlayLayer(
  cockpit: Cockpit,
  top: Exclude<Overlay, { kind: 'screen' }>,
  program: readonly Layer[],
): Layer {
  switch (top.kind) {
    case 'prompt':
      return promptLayer(cockpit, top);
    case 'help':
      return helpLayer(cockpit, top, program);
    case 'menu':
      return menuLayer(cockpit, top);
    case 'describe':
      return describeLayer(cockpit, top);
    case 'action':
      return actionLayer(cockpit, top);
    case 'sort':
      return sortLayer(cockpit, top);
    case 'explorer':
      return explorerLayer(cockpit, top);
    case 'picker':
      return pickerLayer(cockpit, top);
    case 'json':
      return jsonLayer(cockpit, top);
    case 'quit':
      return {
        title: 'Leave',
        modal: true,
        bindings: [
          { keys: ['y'], label: 'leave', help: 'Leave the program', footer: 1, run: cockpit.quit },
          closeBinding(cockpit, ['esc', 'n', 'q']),
        ],
      };
  }
}
