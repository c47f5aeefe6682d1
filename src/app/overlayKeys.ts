import type { Binding, Layer } from '../keys/binding.ts';
import { printed } from '../keys/press.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { changeTop, type Overlay, popOverlay, say } from '../store/view.ts';
import { actionLayer } from './actionKeys.ts';
import { actionBinding } from './actionsInForce.ts';
import { completions, runCommand } from './commands.ts';
import { describeLines } from './describe.ts';
import { findOperations, openOperation } from './explore.ts';
import { helpItems } from './helpItems.ts';
import { jsonLayer } from './jsonKeys.ts';
import { pickerLayer } from './pickerKeys.ts';
import { setFilter } from './findKeys.ts';
import { sortLayer } from './sortKeys.ts';
import { wayBinding } from '../screens/traces.ts';

type Of<K extends Overlay['kind']> = Extract<Overlay, { kind: K }>;

const closing = (cockpit: Cockpit, keys: readonly string[] = ['esc']): Binding => ({
  keys,
  label: 'close',
  help: 'Close this',
  footer: 0,
  run: () => popOverlay(cockpit.view),
});

/** Moving up and down in something with `count` places. */
function movement(by: (steps: number) => void, page: number, letters: boolean): Binding[] {
  const keys = (name: string, letter: string) => (letters ? [name, letter] : [name]);
  return [
    { keys: keys('down', 'j'), label: 'down', help: 'Down', run: () => by(1) },
    { keys: keys('up', 'k'), label: 'up', help: 'Up', run: () => by(-1) },
    { keys: keys('pagedown', 'space'), label: 'page down', help: 'One page down', run: () => by(page) },
    { keys: keys('pageup', 'b'), label: 'page up', help: 'One page up', run: () => by(-page) },
    { keys: keys('home', 'g'), label: 'top', help: 'To the top', run: () => by(-Infinity) },
    { keys: keys('end', 'G'), label: 'bottom', help: 'To the bottom', run: () => by(Infinity) },
  ];
}

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

/** The last word of a line and the blanks after it go, as Ctrl-W does everywhere. */
const withoutWord = (text: string) => text.replace(/\S*\s*$/, '');

function promptLayer(cockpit: Cockpit, prompt: Of<'prompt'>): Layer {
  const { commands } = cockpit.view.getState();
  const isFilter = prompt.purpose === 'filter';
  const write = (value: string) => {
    changeTop(cockpit.view, 'prompt', (overlay) => ({ ...overlay, value }));
    if (isFilter) setFilter(cockpit, value);
  };
  const history = (by: 1 | -1) => {
    const next = commands[commands.indexOf(prompt.value) + by];
    if (!isFilter) write(next ?? '');
  };
  const shorter = () => {
    if (prompt.value === '') cancel();
    else write(Array.from(prompt.value).slice(0, -1).join(''));
  };
  const cancel = () => {
    if (isFilter) setFilter(cockpit, prompt.before);
    popOverlay(cockpit.view);
  };
  return {
    title: isFilter ? 'Filter' : 'Command',
    modal: true,
    bindings: [
      {
        keys: ['enter'],
        label: isFilter ? 'keep' : 'run',
        help: isFilter ? 'Keep the filter' : 'Run the command',
        footer: 1,
        run: () => {
          popOverlay(cockpit.view);
          if (!isFilter) runCommand(cockpit, prompt.value);
        },
      },
      { keys: ['esc'], label: 'cancel', help: 'Leave it as it was', footer: 2, run: cancel },
      { keys: ['backspace', 'delete'], label: 'erase', help: 'Erase a character', run: shorter },
      { keys: ['ctrl-u'], label: 'erase all', help: 'Erase all', run: () => write('') },
      {
        keys: ['ctrl-w'],
        label: 'erase word',
        help: 'Erase a word',
        run: () => write(withoutWord(prompt.value)),
      },
      ...(isFilter
        ? []
        : [
            {
              keys: ['tab'],
              label: 'complete',
              help: 'Complete the command',
              footer: 3,
              run: () => {
                const [first] = completions(cockpit, prompt.value);
                if (first !== undefined) write(first);
              },
            },
            { keys: ['up'], label: 'older', help: 'The command before', footer: 4, run: () => history(1) },
            { keys: ['down'], label: 'newer', help: 'The command after', run: () => history(-1) },
          ]),
    ],
    text: (press) => {
      const text = printed(press);
      if (text !== undefined) write(prompt.value + text);
    },
  };
}

function helpLayer(cockpit: Cockpit, help: Of<'help'>, program: readonly Layer[]): Layer {
  const found = helpItems(cockpit, program, help.search);
  const write = (search: string) =>
    changeTop(cockpit.view, 'help', () => ({ kind: 'help', search, cursor: 0 }));
  const by = (steps: number) =>
    changeTop(cockpit.view, 'help', (overlay) => ({
      ...overlay,
      cursor: within(overlay.cursor + steps, found.length),
    }));
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
      {
        keys: ['backspace'],
        label: 'erase',
        help: 'Erase a character of the search',
        run: () => write(help.search.slice(0, -1)),
      },
      { keys: ['ctrl-u'], label: 'erase all', help: 'Erase the search', run: () => write('') },
      ...movement(by, 10, false),
    ],
    text: (press) => {
      const text = printed(press);
      if (text !== undefined) write(help.search + text);
    },
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
      {
        keys: ['backspace'],
        label: 'erase',
        help: 'Erase a character',
        run: () => write(explorer.search.slice(0, -1)),
      },
      { keys: ['ctrl-u'], label: 'erase all', help: 'Erase the search', run: () => write('') },
      ...movement(by, 10, false),
    ],
    text: (press) => {
      const text = printed(press);
      if (text !== undefined) write(explorer.search + text);
    },
  };
}

function menuLayer(cockpit: Cockpit, menu: Of<'menu'>): Layer {
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

/** The keys that lead on stand before the actions. */
const WAY_FOOTER = 5;

function describeLayer(cockpit: Cockpit, overlay: Of<'describe'>): Layer {
  const { rows } = cockpit.view.getState().size;
  const page = Math.max(1, rows - 4);
  const by = (steps: number) => {
    const last = Math.max(1, describeLines(cockpit, overlay).length - page + 1);
    changeTop(cockpit.view, 'describe', (now) => ({ ...now, top: within(now.top + steps, last) }));
  };
  const actions = overlay.actions().map((action) => actionBinding(cockpit, action));
  const ways = overlay.ways?.().map((way) => wayBinding({ ...way, footer: WAY_FOOTER })) ?? [];
  return {
    title: 'Details',
    modal: true,
    bindings: [closing(cockpit, ['esc', 'q', 'enter']), ...movement(by, page, true), ...ways, ...actions],
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
      return actionLayer(cockpit, top.flow);
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
