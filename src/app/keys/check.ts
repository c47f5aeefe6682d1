import type { Layer } from '../../keys/binding.ts';
import { isKey, keyConflicts, namesOf } from '../../keys/keymap.ts';
import { suggestion } from '../../lib/nearest.ts';
import { visible } from '../../lib/text.ts';
import { openScreen } from '../../screens/screen.ts';
import { screens } from '../../screens/screens.ts';
import type { Cockpit } from '../../store/cockpit.ts';
import { PANE_FACTS } from '../../store/session/panes.ts';
import { PANES } from '../../store/session/panes.ts';
import { createViewStore } from '../../store/session/view.ts';
import { commands } from '../commandLine/commands.ts';
import { safely } from '../frame/safely.ts';
import { programLayers } from './layers.ts';

/** The key layers of a pane or screen. */
export interface ViewKeys {
  readonly title: string;
  readonly layers: readonly Layer[];
  /** The error if its layers cannot be listed. */
  readonly failure?: string;
}

/** The built-in layers of each pane and each screen, determined on a copy of the view: nothing on the screen changes. */
export function keysOfViews(cockpit: Cockpit): ViewKeys[] {
  const keysWith = (title: string, prepare: (shadow: Cockpit) => void): ViewKeys => {
    const shadow = { ...cockpit, view: createViewStore(cockpit.clock.now(), { utc: true }) };
    prepare(shadow);
    return safely<ViewKeys>(
      () => ({ title, layers: programLayers(shadow) }),
      (failure) => ({ title, layers: [], failure }),
    );
  };
  return [
    ...PANES.map((focus) =>
      keysWith(PANE_FACTS[focus].title, ({ view }) => view.setState({ focus, zoomed: true })),
    ),
    ...screens.map(({ id, title, needs }) =>
      keysWith(title, (shadow) =>
        openScreen(shadow, id, Object.fromEntries(needs.map((need) => [need, '']))),
      ),
    ),
  ];
}

/** The problems in the operator's keys, aliases, actions and macros, one sentence each. */
export function keyProblems(cockpit: Cockpit): string[] {
  const { keys, aliases, actions, macros } = cockpit.custom;
  if (keys.size + aliases.size + actions.length + macros.length === 0) return [];
  const views = keysOfViews(cockpit);
  const known = new Set(views.flatMap(({ layers }) => namesOf(layers)));
  const pressed = [...keys].flatMap(([name, list]) => list.map((key) => [name, key] as const));
  const named = [...actions, ...macros].map(({ name, key }) => [name, key] as const);
  return [
    ...views.flatMap(({ title, failure }) =>
      failure === undefined ? [] : [`${title}: its keys cannot be listed: ${visible(failure)}`],
    ),
    ...[...keys.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `[keys]: there is nothing called ${name}${suggestion(name, known)}`),
    ...[...pressed, ...named]
      .filter(([, key]) => !isKey(key))
      .map(([name, key]) => `${name}: there is no key ${key}; keys are like x, ctrl-x, pagedown`),
    ...new Set(views.flatMap(({ layers }) => keyConflicts(layers, keys))),
    ...[...aliases.keys()]
      .filter((alias) => commands.some(({ names }) => names.includes(alias)))
      .map((alias) => `[aliases]: ${alias} is a command already`),
  ];
}
