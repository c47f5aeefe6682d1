import type { Binding } from '../../keys/binding.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { LogView } from '../../store/log/view.ts';
import { updateLogs, pushOverlay } from '../../store/session/view.ts';
import type { MenuItem } from '../../store/session/viewState.ts';
import { serversOf } from '../fields/servers.ts';
import { toggled } from '../toggled.ts';
import { addFilter, chooseWindow, listFilters } from './filters.ts';
import { toggleHistogram, zoomHistogram } from './histogram.ts';
import { toError, toggleMark, toMark, toRare } from './jumps.ts';
import { follow, goTo, holdLog, moveBy, toggleFold } from './moves.ts';
import { logView } from './position.ts';
import { nextTimes } from './times.ts';

/** Service names of the interface, offered in addition to those in the log. */
const SERVICES = ['kernel', 'mgmt', 'mon', 'mgr', 'mds', 'radosgw', 'iscsi', 'smb', 'osd.*'];
/** Number of the newest lines that are searched for service names. */
const LOOK_BACK = 5000;

/** Opens a menu for choosing any number of values; no choice means all. */
function openChoice(
  cockpit: Shown,
  key: 'services' | 'servers',
  title: string,
  offered: () => readonly { readonly value: string | number; readonly label: string }[],
): void {
  const chosen = () => cockpit.view.getState().logs[key] as readonly (string | number)[];
  const choose = (values: readonly (string | number)[]) => updateLogs(cockpit.view, { [key]: values });
  const items = (): MenuItem[] => [
    { label: `all ${key}`, hint: chosen().length === 0 ? 'shown' : '', run: () => choose([]) },
    ...offered().map(({ value, label }) => ({
      label: label,
      hint: chosen().includes(value) ? 'shown' : '',
      run: () => choose([...toggled(new Set(chosen()), [value])]),
    })),
  ];
  pushOverlay(cockpit.view, { kind: 'menu', title, stays: true, items, cursor: 0 });
}

/** Opens the choice of services: those of the interface, and those in the log. */
function chooseServices(cockpit: Known & Shown): void {
  const { lines } = cockpit.logs.snapshot();
  const names = new Set(SERVICES);
  for (let number = Math.max(lines.first, lines.end - LOOK_BACK); number < lines.end; number++) {
    const service = lines.at(number)?.s;
    if (service) names.add(service);
  }
  const offered = [...names].map((name) => ({ value: name, label: name }));
  openChoice(cockpit, 'services', 'Log services', () => offered);
}

/** Opens the choice of servers. */
function chooseServers(cockpit: Known & Shown): void {
  openChoice(cockpit, 'servers', 'Log servers', () =>
    serversOf(cockpit).map(({ id, name }) => ({ value: id, label: name })),
  );
}

/** Cycles through the levels, from all lines to errors only. */
function nextLevel(cockpit: Shown): void {
  const order = [7, 6, 5, 4, 3];
  const { level } = logView(cockpit);
  updateLogs(cockpit.view, { level: order[(order.indexOf(level) + 1) % order.length] ?? 7 });
}

type Key = readonly [keys: readonly string[], label: string, help: string, run: () => void, footer?: number];

const bindingsOf = (keys: readonly Key[]): Binding[] =>
  keys.map(([names, label, help, run, footer]) => ({
    keys: names,
    label,
    help,
    run,
    ...(footer !== undefined && { footer }),
  }));

/** The keys that move through the log. */
function motionBindings(cockpit: Known & Shown): Binding[] {
  const page = () => cockpit.view.getState().pageRows.logs;
  const half = () => Math.max(1, Math.floor(page() / 2));
  return bindingsOf([
    [['down', 'j'], 'next line', 'Next line', () => moveBy(cockpit, 1)],
    [['up', 'k'], 'previous line', 'Previous line; stops following', () => moveBy(cockpit, -1)],
    [['pagedown', 'space'], 'page down', 'One page down', () => moveBy(cockpit, page())],
    [['pageup', 'b'], 'page up', 'One page up', () => moveBy(cockpit, -page())],
    [['ctrl-d'], 'half down', 'Half a page down', () => moveBy(cockpit, half())],
    [['ctrl-u'], 'half up', 'Half a page up', () => moveBy(cockpit, -half())],
    [['g', 'home'], 'oldest', 'To the oldest buffered line', () => goTo(cockpit, 0)],
    [['G', 'end'], 'newest', 'To the newest line, and follow', () => follow(cockpit)],
    [['e'], 'next error', 'To the next error', () => toError(cockpit, 1), 2],
    [['E'], 'prev error', 'To the previous error', () => toError(cockpit, -1), 3],
    [['n'], 'next rare', 'To the next rare line', () => toRare(cockpit, 1)],
    [['N'], 'prev rare', 'To the previous rare line', () => toRare(cockpit, -1)],
    [['m'], 'mark', 'Mark the line, or unmark it', () => toggleMark(cockpit)],
    [['u'], 'next mark', 'To the next marked line', () => toMark(cockpit, 1)],
    [['U'], 'prev mark', 'To the previous marked line', () => toMark(cockpit, -1)],
  ]);
}

/** The keys that choose which lines are shown. */
function choiceBindings(cockpit: Known & Shown): Binding[] {
  const { zoomed } = cockpit.view.getState();
  return bindingsOf([
    [
      ['F', 's'],
      'follow',
      'Follow the log, or stop following',
      () => holdLog(cockpit, logView(cockpit).follow),
      1,
    ],
    [
      ['v'],
      'level',
      'Show fewer levels: info, notice, warning, error, then all again',
      () => nextLevel(cockpit),
      4,
    ],
    [['o'], 'services', 'Choose which services to show', () => chooseServices(cockpit), 5],
    [['H'], 'servers', 'Choose which servers to show', () => chooseServers(cockpit), 6],
    [['&'], 'add filter', 'Keep the current filter, and type another one', () => addFilter(cockpit)],
    [
      // On the deck, Tab moves to the next pane.
      [...(zoomed ? ['tab'] : []), 'ctrl-f'],
      'filters',
      'The list of filters, to switch each on or off',
      () => listFilters(cockpit),
    ],
    [
      ['W'],
      'window',
      'Choose a window of time: the last minutes, hours or days',
      () => chooseWindow(cockpit),
    ],
    [['C'], 'clear', 'Clear the buffered lines; the cluster keeps its log', () => cockpit.logs.clear()],
  ]);
}

/** The keys that choose how lines are shown. */
function displayBindings(cockpit: Known & Shown): Binding[] {
  const change = (part: Partial<LogView>) => updateLogs(cockpit.view, part);
  return bindingsOf([
    [['i'], 'histogram', 'Show the number of lines over time, or hide it', () => toggleHistogram(cockpit)],
    [['z'], 'shorter', 'A shorter time in the histogram', () => zoomHistogram(cockpit, -1)],
    [['Z'], 'longer', 'A longer time in the histogram', () => zoomHistogram(cockpit, 1)],
    [['t'], 'times', 'Times: none, local, UTC, relative to now', () => nextTimes(cockpit)],
    [
      ['T'],
      'elapsed',
      'Show the time from the marked line, or from the line before',
      () => change({ elapsed: !logView(cockpit).elapsed }),
    ],
    [['x'], 'repeats', 'Show each repeat of a line, or fold them into one row', () => toggleFold(cockpit), 7],
    [['w'], 'wrap', 'Wrap long lines, or cut them', () => change({ wrap: !logView(cockpit).wrap })],
  ]);
}

/** The keys of the log. */
export const logBindings = (cockpit: Known & Shown): Binding[] => [
  ...motionBindings(cockpit),
  ...choiceBindings(cockpit),
  ...displayBindings(cockpit),
];
