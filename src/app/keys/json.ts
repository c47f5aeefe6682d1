import { MASK, mask } from '../../api/mask.ts';
import type { Binding, Layer } from '../../keys/binding.ts';
import { clampIndex, movementBindings } from '../../keys/movement.ts';
import { noCurl, showCurl } from '../../screens/raw/curl.ts';
import type { Cockpit, Shown } from '../../store/cockpit.ts';
import { changeTop } from '../../store/session/view.ts';
import type { JsonView } from '../../store/session/viewState.ts';
import { type JsonLine, jsonLines, valueAt } from '../../widgets/jsonLines.ts';
import { copyText } from '../export.ts';
import { anywhereBindings } from './anywhere.ts';
import { closeBinding } from './close.ts';
import { findLine, searchLayer } from './search.ts';

/** Objects and arrays deeper than this are folded at first. */
const OPEN_DEPTH = 3;

/** The lines of a JSON value in its current folding. */
export const linesOf = (cockpit: Shown, view: JsonView): JsonLine[] =>
  jsonLines(view.value, (path, depth) => depth >= OPEN_DEPTH !== view.toggled.has(path), cockpit.look);

/** The keys that copy the value at `path` or the whole reply. */
function copyBindings(cockpit: Cockpit, { value }: JsonView, path: string): Binding[] {
  const copy = (what: string, from: string) => {
    const part = valueAt(mask(undefined, value), from);
    const name = part === MASK ? `${what}, masked` : what;
    copyText(cockpit, name, typeof part === 'string' ? part : `${JSON.stringify(part, undefined, 2)}\n`);
  };
  return [
    {
      keys: ['c'],
      label: 'copy',
      help: "Copy the value at the cursor to the terminal's clipboard; secrets stay masked",
      footer: 3,
      run: () => copy('The value', path),
    },
    {
      keys: ['C'],
      label: 'copy all',
      help: "Copy all of it to the terminal's clipboard; secrets stay masked",
      run: () => copy('The whole', ''),
    },
  ];
}

/** The key that copies and shows the equivalent curl command; absent for a value that no request returned. */
const curlBindings = (cockpit: Cockpit, { about, shell = [] }: JsonView): Binding[] =>
  about === undefined
    ? []
    : [
        {
          keys: ['u'],
          label: 'curl',
          help: 'Copy and show a shell command for the same request, without the token',
          footer: 4,
          disabled: () => noCurl(cockpit, shell),
          run: () => showCurl(cockpit, shell),
        },
      ];

/** The keys of a JSON view: moving, folding, searching, copying. */
export function jsonLayer(cockpit: Cockpit, view: JsonView): Layer {
  const lines = linesOf(cockpit, view);
  const page = Math.max(1, cockpit.view.getState().size.rows - 4);
  const change = (next: Partial<JsonView>) => changeTop(cockpit.view, 'json', (now) => ({ ...now, ...next }));
  const to = (cursor: number) => change({ cursor: clampIndex(cursor, lines.length) });
  if (view.searching) {
    return searchLayer(view.search, {
      write: (search) => change({ search }),
      keep: () => change({ searching: false }),
      cancel: () => change({ searching: false, search: '' }),
    });
  }
  const fold = () => {
    const line = lines[view.cursor];
    if (!line?.fold) return;
    const toggled = new Set(view.toggled);
    if (!toggled.delete(line.path)) toggled.add(line.path);
    change({ toggled });
  };
  const find = (step: 1 | -1) => {
    if (view.search === '') return;
    const texts = lines.map(({ text }) => text);
    const index = findLine(texts, view.search, { from: view.cursor, step });
    if (index !== undefined) to(index);
  };
  return {
    title: 'Reply',
    modal: true,
    bindings: [
      closeBinding(cockpit, ['esc', 'q']),
      {
        keys: ['enter', 'space'],
        label: 'fold',
        help: 'Open or close the value at the cursor',
        footer: 1,
        run: fold,
      },
      {
        keys: ['/'],
        label: 'search',
        help: 'Search; n and N go on',
        footer: 2,
        run: () => change({ searching: true }),
      },
      ...copyBindings(cockpit, view, lines[view.cursor]?.path ?? ''),
      ...curlBindings(cockpit, view),
      ...movementBindings((steps) => to(view.cursor + steps), page, { without: ['space'] }),
      { keys: ['n'], label: 'next match', help: 'Next match', run: () => find(1) },
      { keys: ['N'], label: 'previous match', help: 'Previous match', run: () => find(-1) },
      ...anywhereBindings(cockpit),
    ],
  };
}
