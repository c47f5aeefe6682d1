import type { Binding, Layer } from '../keys/binding.ts';
import { openMaintenance, recoverySpeedPlan } from '../screens/maintenance.ts';
import type { Action } from '../screens/pane.ts';
import { holdLog } from '../screens/logs.ts';
import { panes } from '../screens/registry.ts';
import type { Cockpit } from '../store/cockpit.ts';
import {
  type MenuItem,
  PANES,
  type PaneId,
  popOverlay,
  pushOverlay,
  updateList,
  updateLogs,
} from '../store/view.ts';
import { overlayLayer } from './overlayKeys.ts';

const view = (cockpit: Cockpit) => cockpit.view.getState();

/** The binding that opens an action's dialog by its own key. */
const actionBinding = (cockpit: Cockpit, action: Action): Binding => ({
  keys: action.keys,
  label: action.label,
  help: `${action.help} (${action.tier})`,
  footer: 6,
  disabled: () => action.refused ?? cockpit.readOnly(),
  run: () => cockpit.propose(action.plan()),
});

/** The menu of everything that can be done to the selection. */
function openActions(cockpit: Cockpit, pane: PaneId): void {
  const items = (): MenuItem[] => [
    ...(panes[pane].actions?.(cockpit) ?? []).map((action) => {
      const disabled = action.refused ?? cockpit.readOnly();
      return {
        label: action.help,
        hint: `${action.keys.join(' ')}  ${action.tier}`,
        ...(disabled === undefined ? {} : { disabled }),
        run: () => cockpit.propose(action.plan()),
      };
    }),
    { label: 'Cluster flags and recovery speed', hint: 'M', run: () => openMaintenance(cockpit) },
  ];
  pushOverlay(cockpit.view, { kind: 'menu', title: 'Actions', items, cursor: 0 });
}

function step(cockpit: Cockpit, by: 1 | -1): void {
  const { focus } = view(cockpit);
  const next = PANES[(PANES.indexOf(focus) + by + PANES.length) % PANES.length];
  if (next) cockpit.view.setState({ focus: next });
}

const filterOf = (cockpit: Cockpit, pane: PaneId): string =>
  pane === 'logs' ? view(cockpit).logs.filter : view(cockpit).lists[pane].filter;

export function setFilter(cockpit: Cockpit, pane: PaneId, filter: string): void {
  if (pane === 'logs') updateLogs(cockpit.view, { filter });
  else updateList(cockpit.view, pane, { filter });
}

/** Esc: first what narrows the pane goes, then the zoom; it never leaves the program. */
function back(cockpit: Cockpit): void {
  const { focus, zoomed, lists } = view(cockpit);
  if (filterOf(cockpit, focus) !== '') setFilter(cockpit, focus, '');
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
  ...PANES.map((pane, index): Binding => ({
    keys: [String(index + 1)],
    label: panes[pane].title,
    help: `Focus the pane ${panes[pane].title}`,
    run: () => cockpit.view.setState({ focus: pane }),
  })),
  {
    keys: ['enter'],
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
  {
    keys: ['esc'],
    label: 'back',
    help: 'Clear the filter, then leave the full view; never quits',
    run: () => back(cockpit),
  },
];

function toggleProblems(cockpit: Cockpit): void {
  const { focus, lists } = view(cockpit);
  updateList(cockpit.view, focus, { problemsOnly: !lists[focus].problemsOnly });
}

const findBindings = (cockpit: Cockpit): Binding[] => [
  {
    keys: ['/', '&'],
    label: 'filter',
    help: 'Filter: text or /regex/, !text leaves out, column:text looks in one column, -f is fuzzy',
    footer: 10,
    disabled: () =>
      view(cockpit).focus === 'health' ? 'the health checks are few: they are not filtered' : undefined,
    run: () => {
      const before = filterOf(cockpit, view(cockpit).focus);
      pushOverlay(cockpit.view, { kind: 'prompt', purpose: 'filter', value: before, before });
    },
  },
  {
    keys: ['!'],
    label: 'problems',
    help: 'Show problems only, or all again',
    footer: 11,
    disabled: () =>
      ['logs', 'health'].includes(view(cockpit).focus) ? 'this pane has no rows that are fine' : undefined,
    run: () => toggleProblems(cockpit),
  },
  {
    keys: [':'],
    label: 'command',
    help: 'Type a command; Tab completes it',
    footer: 12,
    run: () => pushOverlay(cockpit.view, { kind: 'prompt', purpose: 'command', value: '', before: '' }),
  },
];

/** Holds everything as it is on the screen, the followed log too, or lets it go on. */
function togglePause(cockpit: Cockpit): void {
  const paused = !view(cockpit).paused;
  if (paused) cockpit.poller.pause();
  else cockpit.poller.resume();
  cockpit.view.setState({ paused, ...(paused ? {} : { now: cockpit.clock.now() }) });
  if (view(cockpit).logs.follow === paused) holdLog(cockpit, paused);
}

const programBindings = (cockpit: Cockpit): Binding[] => [
  {
    keys: ['a'],
    label: 'actions',
    help: 'Everything that can be done to the selection',
    footer: 5,
    run: () => openActions(cockpit, view(cockpit).focus),
  },
  {
    keys: ['M'],
    label: 'flags',
    help: 'Cluster flags and recovery speed',
    footer: 9,
    run: () => openMaintenance(cockpit),
  },
  {
    keys: ['R'],
    label: 'speed',
    help: 'Set the recovery speed',
    disabled: cockpit.readOnly,
    run: () => cockpit.propose(recoverySpeedPlan(cockpit)),
  },
  {
    keys: ['='],
    label: 'pause',
    help: 'Hold the screen as it is, or let it go on',
    run: () => togglePause(cockpit),
  },
  {
    keys: ['ctrl-r'],
    label: 'refresh',
    help: 'Read everything in this pane again now',
    run: () => {
      for (const id of panes[view(cockpit).focus].reads) void cockpit.poller.refresh(id);
    },
  },
  {
    keys: ['?'],
    label: 'help',
    help: 'All keys; type to search, Enter runs one',
    footer: 0,
    run: () => pushOverlay(cockpit.view, { kind: 'help', search: '', cursor: 0 }),
  },
  {
    keys: ['ctrl-z'],
    label: 'suspend',
    help: 'Stop the program and go to the shell; fg comes back',
    run: cockpit.suspend,
  },
  {
    keys: ['q'],
    label: view(cockpit).zoomed ? 'back' : 'quit',
    help: 'Back to the deck; from the deck, leave (asks first)',
    footer: 1,
    run: () => {
      if (view(cockpit).zoomed) cockpit.view.setState({ zoomed: false });
      else pushOverlay(cockpit.view, { kind: 'quit' });
    },
  },
];

/** The layers of keys in force, from the innermost: what lies on top, the focused pane, the program. */
export function layersOf(cockpit: Cockpit): Layer[] {
  const { focus, overlays } = view(cockpit);
  const pane = panes[focus];
  const program: Layer[] = [
    {
      title: pane.title,
      bindings: [
        ...pane.bindings(cockpit),
        ...(pane.actions?.(cockpit) ?? []).map((action) => actionBinding(cockpit, action)),
      ],
    },
    { title: 'Deck', bindings: [...paneBindings(cockpit), ...findBindings(cockpit)] },
    { title: 'Program', bindings: programBindings(cockpit) },
  ];
  const top = overlays.at(-1);
  return top ? [overlayLayer(cockpit, top, program), ...program] : program;
}

/** Ctrl-C: takes away what lies on top; twice within a second with nothing there, it leaves the program. */
export function interrupt(cockpit: Cockpit, lastAt: number | undefined): void {
  if (view(cockpit).overlays.length > 0) popOverlay(cockpit.view);
  else if (lastAt !== undefined && cockpit.clock.now() - lastAt < INTERRUPT_MS) cockpit.quit();
}

/** Two Ctrl-C within this many milliseconds leave the program. */
const INTERRUPT_MS = 1000;
