import { layersOf } from '../../src/app/keys/layers.ts';
import { dispatch } from '../../src/keys/binding.ts';
import type { ViewState } from '../../src/store/session/viewState.ts';
import type { ShownDeck } from './shownDeck.tsx';

/** State that the clock, the terminal and the layout set. */
const SET_BY_OTHERS = new Set(['now', 'size', 'pageRows']);
/** The value of a JSON view is as long as an answer. */
const LONGEST = 400;

/** A named part of the state as text. Functions that make lines or a page are called, and others are left out. */
function textOf(name: string, state: unknown): string {
  const text = JSON.stringify({ [name]: state }, (path, part: unknown) => {
    const key = path.split('.').at(-1);
    // It differs in each run.
    if (key === 'authToken') return '';
    if (part instanceof Set || part instanceof Map) return [...part];
    if (key === 'plan' && part !== null && typeof part === 'object' && 'title' in part) return part.title;
    if (key === 'items' && typeof part === 'function') return (part('') as unknown[]).slice(0, 6);
    if (key === 'of' && typeof part === 'function') return (part() as { title?: string } | undefined)?.title;
    return typeof part === 'function' || typeof part === 'symbol' ? undefined : part;
  }).slice(1, -1);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

/** The state by the names of its parts, with overlays by their position in the stack. */
function partsOf(state: ViewState): Map<string, string> {
  const parts = new Map<string, string>();
  const add = (name: string, value: unknown, depth: number) => {
    const isOpened = depth > 0 && value !== null && typeof value === 'object' && !(value instanceof Set);
    if (isOpened) for (const [key, part] of Object.entries(value)) add(`${name}.${key}`, part, depth - 1);
    else parts.set(name, textOf(name, value));
  };
  for (const [name, value] of Object.entries(state)) {
    if (!SET_BY_OTHERS.has(name)) add(name, value, { lists: 2, logs: 1, overlays: 2 }[name] ?? 0);
  }
  return parts;
}

/** The removed parts of the state. For an overlay, that it was closed. */
const gone = (names: readonly string[], now: ReadonlyMap<string, string>): readonly string[] => [
  ...new Set(
    names.flatMap((name) => {
      if (now.has(name)) return [];
      const [, overlay] = /^(overlays\.\d+)/.exec(name) ?? [];
      if (overlay === undefined) return [`no ${name}`];
      return now.has(`${overlay}.kind`) ? [] : [`no ${overlay}`];
    }),
  ),
];

/**
 * The effects of key presses, each made separately: the changed parts of the state, and the output of the program.
 * The state is restored after each press, before the console can draw a frame or continue pending work.
 */
export function effectOf({ cockpit, ...deck }: ShownDeck, press: () => void): string {
  const { view, requests } = cockpit;
  const before = view.getState();
  const parts = partsOf(before);
  const left = () => [
    deck.asked,
    deck.copied.map((text) => `copied ${JSON.stringify(text.slice(0, LONGEST))}`),
    deck.plain.map((text) => `shown plain ${JSON.stringify(text.slice(0, LONGEST))}`),
    requests
      .list()
      .map(({ method, path }) => `${method} ${path}`)
      .toReversed(),
  ];
  const earlier = left().map(({ length }) => length);
  press();
  const now = partsOf(view.getState());
  const lines = [
    ...[...now].flatMap(([name, text]) => (text === '' || parts.get(name) === text ? [] : [text])),
    ...gone([...parts.keys()], now),
    ...left().flatMap((lines, index) => lines.slice(earlier[index])),
  ];
  // State that is not in the view state: a second press ends a pause.
  if (view.getState().paused !== before.paused) press();
  view.setState(before, true);
  return lines.length === 0 ? 'nothing' : lines.join('\n      ');
}

/** The effects of a key that has one. */
export const keyEffect = (deck: ShownDeck, name: string): string =>
  effectOf(deck, () => void dispatch(layersOf(deck.cockpit), { name, alone: true }));
