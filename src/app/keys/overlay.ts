import type { Layer } from '../../keys/binding.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import type { Overlay } from '../../store/session/viewState.ts';
import { changeTop, popOverlay, say } from '../../store/session/view.ts';
import { actionLayer } from './action.ts';
import { describeLayer } from './describe.ts';
import { findOperations, openOperation } from '../overlays/explore.ts';
import { helpItems } from '../overlays/helpItems.ts';
import { jsonLayer } from './json.ts';
import { closing, movement, within } from './movement.ts';
import { pickerLayer } from './picker.ts';
import { promptLayer } from './prompt.ts';
import { sortLayer } from './sort.ts';
import { textKeys } from './text.ts';

type Of<K extends Overlay['kind']> = Extract<Overlay, { kind: K }>;

function helpLayer(cockpit: Cockpit, help: Of<'help'>, program: readonly Layer[]): Layer {
  const found = helpItems(cockpit, program, help.search);
  const write = (search: string) =>
    changeTop(cockpit.view, 'help', () => ({ kind: 'help', search, cursor: 0 }));
  const by = (steps: number) =>
    changeTop(cockpit.view, 'help', (overlay) => ({
      ...overlay,
      cursor: within(overlay.cursor + steps, found.length),
    }));
  const { erasing, ...typing } = textKeys(help.search, write);
  return {
    title: 'Help',
    modal: true,
    bindings: [
      closing(cockpit),
      {
        keys: ['enter'],
        label: 'run',
        help: 'Run what the cursor is on',
        footer: 1,
        run: () => {
          const entry = found[help.cursor];
          if (!entry || entry.disabled !== undefined) return;
          popOverlay(cockpit.view);
          entry.binding.run();
        },
      },
      ...erasing,
      ...movement(by, 10, false),
    ],
    ...typing,
  };
}

function explorerLayer(cockpit: Cockpit, explorer: Of<'explorer'>): Layer {
  const found = findOperations(explorer.search);
  const write = (search: string) =>
    changeTop(cockpit.view, 'explorer', () => ({ kind: 'explorer', search, cursor: 0 }));
  const by = (steps: number) =>
    changeTop(cockpit.view, 'explorer', (overlay) => ({
      ...overlay,
      cursor: within(overlay.cursor + steps, found.length),
    }));
  const { erasing, ...typing } = textKeys(explorer.search, write);
  return {
    title: 'Interface',
    modal: true,
    bindings: [
      closing(cockpit),
      {
        keys: ['enter'],
        label: 'call',
        help: 'Fill in its form and call it',
        footer: 1,
        run: () => {
          const listed = found[explorer.cursor];
          const problem = listed && openOperation(cockpit, listed);
          if (problem !== undefined) say(cockpit.view, 'info', problem);
        },
      },
      ...erasing,
      ...movement(by, 10, false),
    ],
    ...typing,
  };
}

function menuLayer(cockpit: Shown, menu: Of<'menu'>): Layer {
  const items = menu.items();
  const item = items[menu.cursor];
  const by = (steps: number) =>
    changeTop(cockpit.view, 'menu', (overlay) => ({
      ...overlay,
      cursor: within(overlay.cursor + steps, items.length),
    }));
  return {
    title: menu.title,
    modal: true,
    bindings: [
      closing(cockpit, ['esc', 'q']),
      {
        keys: ['enter'],
        label: 'choose',
        help: 'Choose what the cursor is on',
        footer: 1,
        disabled: () => item?.disabled,
        run: () => {
          popOverlay(cockpit.view);
          item?.run();
        },
      },
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
      ...movement(by, 10, true).filter((binding) => !(menu.stays && binding.keys.includes('space'))),
    ],
  };
}

/** The keys of what lies on top; the layers below are listed in the help and otherwise out of reach. */
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
          closing(cockpit, ['esc', 'n', 'q']),
        ],
      };
  }
}
