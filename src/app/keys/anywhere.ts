import type { Binding } from '../../keys/binding.ts';
import type { Acts, Cockpit, Shown } from '../../store/cockpit.ts';
import { PANE_FACTS } from '../../store/session/panes.ts';
import { PANES, type PaneId } from '../../store/session/panes.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { pushOverlay } from '../../store/session/view.ts';
import { openScreens } from '../commandLine/goTo.ts';
import { goToBinding } from './go.ts';
import { macroBindings } from './macro.ts';

/** The key that opens the command line. */
export const commandBinding = (cockpit: Shown): Binding => ({
  keys: [':'],
  label: 'command',
  help: 'Type a command; Tab completes it',
  footer: 12,
  run: () => pushOverlay(cockpit.view, { kind: 'prompt', purpose: 'command', value: '', before: '' }),
});

/** The key that lists all screens. */
export const screensBinding = (cockpit: Shown & Acts): Binding => ({
  keys: ['0'],
  label: 'screens',
  help: 'The screens of all areas: pools, images, S3, files, gateways, settings and more',
  footer: 13,
  run: () => openScreens(cockpit),
});

/** The key that shows all keys. */
export const helpBinding = (cockpit: Shown): Binding => ({
  keys: ['?'],
  label: 'help',
  help: 'All keys; type to search, Enter runs one',
  footer: 0,
  run: () => pushOverlay(cockpit.view, { kind: 'help', search: '', cursor: 0 }),
});

/** The digit keys that focus a pane. */
export const digitBindings = (go: (pane: PaneId) => void): Binding[] =>
  PANES.map((pane, index) => ({
    keys: [String(index + 1)],
    label: PANE_FACTS[pane].title,
    help: `Focus the pane ${PANE_FACTS[pane].title}`,
    run: () => go(pane),
  }));

/** Focuses a pane of the deck and closes the description or JSON view over it. */
const toPane = (cockpit: Shown, focus: PaneId): void =>
  cockpit.view.setState(({ overlays }) => ({
    focus,
    overlays: overlays.filter(({ kind }) => kind !== 'describe' && kind !== 'json'),
  }));

/** The binding without its place in the footer, which is needed for the text's own keys. */
const withoutFooter = ({ keys, label, help, run }: Binding): Binding => ({ keys, label, help, run });

/** The keys that lead elsewhere from a full-screen text; the digits of the panes only if the deck is below it. */
export const anywhereBindings = (cockpit: Cockpit): Binding[] => [
  ...macroBindings(cockpit),
  ...[helpBinding, commandBinding, screensBinding, goToBinding].map((binding) =>
    withoutFooter(binding(cockpit)),
  ),
  ...(topScreen(cockpit.view.getState()) ? [] : digitBindings((pane) => toPane(cockpit, pane))),
];
