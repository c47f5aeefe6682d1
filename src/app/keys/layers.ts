import type { Binding, Layer } from '../../keys/binding.ts';
import { OWN_LAYER, remap } from '../../keys/keymap.ts';
import { activeView } from '../../screens/activeView.ts';
import { leaveScreen } from '../../screens/leaving.ts';
import { holdLog } from '../../screens/log/moves.ts';
import { openMaintenance, recoverySpeedPlan } from '../../screens/maintenance/actions.ts';
import { panes } from '../../screens/panes.ts';
import type { Acts, Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { PANES, type PaneId } from '../../store/session/panes.ts';
import { topScreen } from '../../store/session/screenView.ts';
import { popOverlay, pushOverlay, say, toggleUtc, updateList } from '../../store/session/view.ts';
import type { MenuItem } from '../../store/session/viewState.ts';
import { endVisit } from '../../store/session/visits.ts';
import { actionBinding } from '../actions/actionBinding.ts';
import { actionItems } from '../actions/actionItems.ts';
import { customActions } from '../actions/custom.ts';
import { undoBinding } from '../actions/undo.ts';
import { filterOf, setFilter } from '../frame/filter.ts';
import { previewBinding } from '../overlays/preview.ts';
import { digitBindings, helpBinding, screensBinding } from './anywhere.ts';
import { exportBindings } from './export.ts';
import { favouriteBinding } from './favourite.ts';
import { findBindings } from './find.ts';
import { goBindings } from './go.ts';
import { customMacros, macroBindings } from './macro.ts';
import { overlayLayer } from './overlay.ts';
import { cancelPrompt } from './prompt.ts';
import { screenLayers } from './screen.ts';

const view = (cockpit: Shown) => cockpit.view.getState();

/** Opens the menu of all actions on the selected row. */
function openActions(cockpit: Cockpit): void {
  const items = (): MenuItem[] => [
    ...actionItems(cockpit),
    {
      label: 'Cluster flags and recovery speed',
      hint: 'M',
      keys: ['M'],
      run: () => openMaintenance(cockpit),
    },
  ];
  pushOverlay(cockpit.view, { kind: 'menu', title: 'Actions', items, cursor: 0 });
}

function step(cockpit: Shown, by: 1 | -1): void {
  const { focus } = view(cockpit);
  const next = PANES[(PANES.indexOf(focus) + by + PANES.length) % PANES.length];
  if (next) cockpit.view.setState({ focus: next });
}

/** Handles Esc: returns from a jump, else clears the filter or "problems only", else leaves the zoom. It never quits. */
function back(cockpit: Shown): void {
  const { focus, zoomed, lists } = view(cockpit);
  if (endVisit(cockpit.view)) return;
  if (filterOf(cockpit) !== '') setFilter(cockpit, '');
  else if (lists[focus].problemsOnly) updateList(cockpit.view, focus, { problemsOnly: false });
  else if (zoomed) cockpit.view.setState({ zoomed: false });
}

function enter(cockpit: Cockpit, pane: PaneId): void {
  if (!view(cockpit).zoomed) {
    cockpit.view.setState({ zoomed: true });
    return;
  }
  panes[pane]
    .bindings(cockpit)
    .find((binding) => binding.keys.includes('d'))
    ?.run();
}

const paneBindings = (cockpit: Cockpit): Binding[] => [
  { keys: ['tab'], label: 'next pane', help: 'Focus the next pane', footer: 20, run: () => step(cockpit, 1) },
  {
    keys: ['shift-tab'],
    label: 'previous pane',
    help: 'Focus the previous pane',
    run: () => step(cockpit, -1),
  },
  ...digitBindings((focus) => cockpit.view.setState({ focus })),
  {
    keys: ['enter'],
    name: 'open',
    label: view(cockpit).zoomed ? 'describe' : 'zoom',
    help: 'Show the pane in full; there, all about the row under the cursor',
    footer: 7,
    run: () => enter(cockpit, view(cockpit).focus),
  },
  {
    keys: ['f'],
    label: 'zoom',
    help: 'Show the focused pane in full, or the whole deck again',
    run: () => cockpit.view.setState((state) => ({ zoomed: !state.zoomed })),
  },
  previewBinding(cockpit),
  {
    keys: ['esc'],
    label: 'back',
    help: 'Back from a jump; else clear the filter, then leave the full view; never quits',
    run: () => back(cockpit),
  },
];

/** Freezes everything on the screen, including a followed log, or resumes. */
function togglePause(cockpit: Known & Shown): void {
  const paused = !view(cockpit).paused;
  if (paused) cockpit.cache.pause();
  else cockpit.cache.resume();
  cockpit.view.setState({ paused, ...(paused ? {} : { now: cockpit.clock.now() }) });
  if (view(cockpit).logs.follow === paused) holdLog(cockpit, paused);
}

const maintenanceBindings = (cockpit: Cockpit): Binding[] => [
  {
    keys: ['M'],
    label: 'flags',
    help: 'Cluster flags and recovery speed',
    footer: 15,
    run: () => openMaintenance(cockpit),
  },
  {
    keys: ['R'],
    label: 'speed',
    help: 'Set the recovery speed',
    disabled: cockpit.readOnly,
    run: () => cockpit.propose(recoverySpeedPlan(cockpit)),
  },
];

/** The Ctrl-C entry of the help. The key itself is handled before all bindings and cannot be remapped. */
const interruptBinding = (cockpit: Shown & Acts): Binding => ({
  keys: ['ctrl-c'],
  label: 'interrupt',
  help: 'Close what is on top; if nothing is, press twice within a second to quit',
  run: () => void interrupt(cockpit, undefined),
});

const programBindings = (cockpit: Cockpit): Binding[] => [
  ...exportBindings(cockpit),
  ...goBindings(cockpit),
  ...macroBindings(cockpit),
  favouriteBinding(cockpit),
  {
    keys: ['a'],
    label: 'actions',
    help: 'Everything that can be done to the selection',
    footer: 5,
    run: () => openActions(cockpit),
  },
  screensBinding(cockpit),
  ...maintenanceBindings(cockpit),
  undoBinding(cockpit),
  {
    keys: ['='],
    label: 'pause',
    help: 'Freeze the screen, or let it go on',
    run: () => togglePause(cockpit),
  },
  {
    keys: ['ctrl-t'],
    label: 'UTC',
    help: 'Show times in UTC, or in local time again',
    run: () => toggleUtc(cockpit.view),
  },
  {
    keys: ['ctrl-r'],
    label: 'refresh',
    help: 'Read everything in this pane again now, and redraw the whole screen',
    run: () => {
      cockpit.redraw();
      if (topScreen(view(cockpit))) void cockpit.screens.refresh();
      else {
        const { reads, alsoReads } = panes[view(cockpit).focus];
        for (const id of [...reads, ...(alsoReads?.(cockpit) ?? [])]) void cockpit.cache.refresh(id);
      }
    },
  },
  helpBinding(cockpit),
  interruptBinding(cockpit),
  {
    keys: ['ctrl-z'],
    label: 'suspend',
    help: 'Stop the program and go to the shell; fg comes back',
    run: cockpit.suspend,
  },
  {
    keys: ['q'],
    name: 'quit',
    label: view(cockpit).zoomed || topScreen(view(cockpit)) ? 'back' : 'quit',
    help: 'Back from a jump, or to the deck; from the deck, leave (asks first)',
    footer: 1,
    run: () => {
      if (topScreen(view(cockpit))) leaveScreen(cockpit);
      else if (endVisit(cockpit.view)) return;
      else if (view(cockpit).zoomed) cockpit.view.setState({ zoomed: false });
      else pushOverlay(cockpit.view, { kind: 'quit' });
    },
  },
];

/** The active key layers before the operator's remapping, from the innermost. */
export function programLayers(cockpit: Cockpit): Layer[] {
  const { overlays } = view(cockpit);
  const shown = activeView(cockpit);
  const inner: Layer[] = topScreen(view(cockpit))
    ? screenLayers(cockpit, shown)
    : [
        {
          title: shown.title,
          bindings: [
            ...shown.bindings(cockpit),
            ...shown.actions(cockpit).map((action) => actionBinding(cockpit, action)),
          ],
        },
        {
          title: 'Deck',
          bindings: [...paneBindings(cockpit), ...findBindings(cockpit, shown)],
        },
      ];
  const own = [
    ...customActions(cockpit).map((action) => actionBinding(cockpit, action)),
    ...customMacros(cockpit),
  ];
  const program = [
    ...(own.length > 0 ? [{ title: OWN_LAYER, bindings: own }] : []),
    ...inner,
    { title: 'Program', bindings: programBindings(cockpit) },
  ];
  const top = overlays.at(-1);
  if (!top || top.kind === 'screen') return program;
  // The help lists the keys of the layers below it after remapping, and runs them.
  const remapped = (layers: readonly Layer[]) => remap(layers, cockpit.custom.keys);
  const text = top.kind === 'help' ? overlays.at(-2) : undefined;
  const below =
    text?.kind === 'describe' || text?.kind === 'json'
      ? [overlayLayer(cockpit, text, remapped(program)), ...program]
      : program;
  return [overlayLayer(cockpit, top, remapped(below)), ...below];
}

/** The active key layers with the operator's remapping, from the innermost: overlay, focused pane or screen, program. */
export const layersOf = (cockpit: Cockpit): readonly Layer[] =>
  remap(programLayers(cockpit), cockpit.custom.keys);

/**
 * Handles Ctrl-C: closes the top overlay; with none open, two presses within a second quit the program. Returns the time of
 * a possible first press, to be passed to the next call, or undefined if this press closed an overlay.
 */
export function interrupt(cockpit: Shown & Acts, firstAt: number | undefined): number | undefined {
  const now = cockpit.clock.elapsed();
  const top = view(cockpit).overlays.at(-1);
  if (top) {
    if (top.kind === 'prompt') cancelPrompt(cockpit, top);
    else if (top.kind === 'screen') leaveScreen(cockpit);
    else popOverlay(cockpit.view);
    // The operator may have meant to quit, so the notice says how.
    if (view(cockpit).overlays.length === 0)
      say(cockpit.view, 'info', 'Closed. Ctrl-C twice leaves.', 2 * INTERRUPT_MS);
    return undefined;
  }
  if (firstAt !== undefined && now - firstAt < INTERRUPT_MS) cockpit.quit();
  else say(cockpit.view, 'info', 'Ctrl-C once more leaves.', 2 * INTERRUPT_MS);
  return now;
}

/** Two Ctrl-C within this many milliseconds quit the program. */
const INTERRUPT_MS = 1000;
