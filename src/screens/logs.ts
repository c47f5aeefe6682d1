import type { Binding } from '../keys/binding.ts';
import { count, dateTime } from '../lib/format.ts';
import { visible, wrap } from '../lib/text.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { findError } from '../store/logFilter.ts';
import { type LogView, pushOverlay, say, updateLogs } from '../store/view.ts';
import { followTop, scrollTop } from '../widgets/viewport.ts';
import { chooseServers, chooseServices } from './logChoice.ts';
import { indexOf, logLine, matchesOf, PRIORITIES, priorityOf } from './logLines.ts';
import type { Description } from '../store/action.ts';
import type { Drawing, Pane } from './pane.ts';

const view = (cockpit: Cockpit): LogView => cockpit.view.getState().logs;

function hostName(cockpit: Cockpit, id: number | undefined): string {
  if (id === undefined) return '';
  return cockpit.facts.servers().find((server) => server.serverId === id)?.hostname ?? `#${id}`;
}

/** Where the cursor is among the lines that pass the filter; the last one while following. */
function position(cockpit: Cockpit): number {
  const { numbers } = matchesOf(cockpit);
  const { follow, cursor } = view(cockpit);
  const last = Math.max(0, numbers.length - 1);
  return follow ? last : Math.min(last, indexOf(numbers, cursor));
}

/** Puts the cursor on the line at `index`; the end of the log is where following begins again. */
function goTo(cockpit: Cockpit, index: number): void {
  const { numbers } = matchesOf(cockpit);
  const rows = cockpit.view.getState().pageRows.logs;
  const clamped = Math.max(0, Math.min(numbers.length - 1, index));
  const { follow, seen } = view(cockpit);
  const from = follow ? followedTop(cockpit, rows) : indexOf(numbers, view(cockpit).top);
  const top = scrollTop(from, clamped, rows, numbers.length);
  updateLogs(cockpit.view, {
    follow: false,
    cursor: numbers[clamped] ?? 0,
    top: numbers[top] ?? 0,
    seen: follow ? cockpit.logs.snapshot().lines.end : seen,
  });
}

const follow = (cockpit: Cockpit) => updateLogs(cockpit.view, { follow: true });

/** Stops following where the log stands now, or follows it again. */
export const holdLog = (cockpit: Cockpit, held: boolean): void => {
  if (held) goTo(cockpit, position(cockpit));
  else follow(cockpit);
};

function move(cockpit: Cockpit, by: number): void {
  const index = position(cockpit) + by;
  if (by > 0 && index >= matchesOf(cockpit).numbers.length - 1) follow(cockpit);
  else goTo(cockpit, index);
}

function toError(cockpit: Cockpit, step: 1 | -1): void {
  const { numbers } = matchesOf(cockpit);
  const found = findError(cockpit.logs.snapshot().lines, numbers, position(cockpit) + step, step);
  if (found === undefined)
    say(cockpit.view, 'info', `No ${step > 0 ? 'later' : 'earlier'} error in the lines shown.`);
  else goTo(cockpit, found);
}

/** Goes round the levels from all lines to errors only. */
function nextLevel(cockpit: Cockpit): void {
  const order = [7, 6, 5, 4, 3];
  const { level } = view(cockpit);
  updateLogs(cockpit.view, { level: order[(order.indexOf(level) + 1) % order.length] ?? 7 });
}

/** Where the view of a followed log begins: the number of its first line, while its lines keep their numbers. */
const followed = new WeakMap<Cockpit, { readonly epoch: number; readonly top: number }>();

/** Index of the first line to show while following. */
function followedTop(cockpit: Cockpit, height: number): number {
  const { numbers, epoch } = matchesOf(cockpit);
  const before = followed.get(cockpit);
  const known = before?.epoch === epoch ? indexOf(numbers, before.top) : undefined;
  const top = followTop(known, height, numbers.length);
  followed.set(cockpit, { epoch, top: numbers[top] ?? 0 });
  return top;
}

function body(cockpit: Cockpit, { box, focused }: Drawing): readonly string[] {
  const { logs, look } = cockpit;
  const snapshot = logs.snapshot();
  const { numbers, filter } = matchesOf(cockpit);
  if (numbers.length === 0) {
    const why = snapshot.received === 0 ? 'no log lines yet' : 'no line passes the filter';
    const text = visible(snapshot.error ? `${why}: ${snapshot.error.message}` : why, look.unicode);
    return wrap(text, Math.max(10, box.width - 2))
      .slice(0, box.height)
      .map((line) => look.paint('dim', ` ${line}`));
  }
  const state = view(cockpit);
  const end = numbers.length;
  const top = state.follow
    ? followedTop(cockpit, box.height)
    : scrollTop(indexOf(numbers, state.top), position(cockpit), box.height, end);
  const at = position(cockpit);
  const lines: string[] = [];
  for (let index = top; index < Math.min(end, top + box.height); index++) {
    const event = snapshot.lines.at(numbers[index] ?? -1);
    if (!event) continue;
    lines.push(
      logLine(cockpit, event, {
        width: box.width,
        filter,
        host: hostName(cockpit, event.h),
        selected: focused && !state.follow && index === at,
      }),
    );
  }
  return lines;
}

const MODE = {
  idle: 'off',
  streaming: 'following',
  polling: 'following (polled)',
  reconnecting: 'reconnecting',
} as const;

function status(cockpit: Cockpit): string {
  const { look, logs } = cockpit;
  const snapshot = logs.snapshot();
  const state = view(cockpit);
  const { numbers, filter } = matchesOf(cockpit);
  const parts: string[] = [];
  if (!state.follow) {
    const fresh = numbers.length - indexOf(numbers, state.seen);
    parts.push(
      `${look.paint('warn', 'paused')}${fresh > 0 ? ` ${look.glyphs.down} ${count(fresh)} new` : ''}`,
    );
  } else
    parts.push(
      snapshot.mode === 'reconnecting' ? look.paint('warn', MODE.reconnecting) : MODE[snapshot.mode],
    );
  if (state.level < 7) parts.push(`${PRIORITIES[state.level]?.word ?? ''} and graver`);
  if (state.services.length > 0)
    parts.push(state.services.map((name) => visible(name, look.unicode)).join(' '));
  if (state.servers.length > 0) parts.push(state.servers.map((id) => hostName(cockpit, id)).join(' '));
  if (state.filter !== '') parts.push(look.paint('match', `/${visible(state.filter, look.unicode)}`));
  const held = snapshot.lines.end - snapshot.lines.first;
  parts.push(filter.empty ? count(held) : `${count(numbers.length)}/${count(held)}`);
  if (snapshot.dropped > 0) parts.push(look.paint('warn', `${count(snapshot.dropped)} dropped`));
  return parts.join(look.paint('dim', ', '));
}

const motionBindings = (cockpit: Cockpit): Binding[] => {
  const page = () => cockpit.view.getState().pageRows.logs;
  const half = () => Math.max(1, Math.floor(page() / 2));
  const motion = (keys: readonly string[], help: string, run: () => void): Binding => ({
    keys,
    label: help.toLowerCase(),
    help,
    run,
  });
  return [
    motion(['down', 'j'], 'Next line', () => move(cockpit, 1)),
    motion(['up', 'k'], 'Previous line; stops following', () => move(cockpit, -1)),
    motion(['pagedown'], 'One page down', () => move(cockpit, page())),
    motion(['pageup'], 'One page up', () => move(cockpit, -page())),
    motion(['ctrl-d'], 'Half a page down', () => move(cockpit, half())),
    motion(['ctrl-u'], 'Half a page up', () => move(cockpit, -half())),
    motion(['g', 'home'], 'To the oldest line held', () => goTo(cockpit, 0)),
    motion(['G', 'end'], 'To the newest line, and follow', () => follow(cockpit)),
  ];
};

function describeCursor(cockpit: Cockpit): void {
  const number = matchesOf(cockpit).numbers[position(cockpit)];
  if (number !== undefined)
    pushOverlay(cockpit.view, {
      kind: 'describe',
      of: () => describe(cockpit, number),
      actions: () => [],
      top: 0,
    });
}

const bindings = (cockpit: Cockpit): Binding[] => [
  ...motionBindings(cockpit),
  {
    keys: ['F', 's'],
    label: 'follow',
    help: 'Follow the log, or stop following',
    footer: 1,
    run: () => holdLog(cockpit, view(cockpit).follow),
  },
  {
    keys: ['e'],
    label: 'next error',
    help: 'To the next error',
    footer: 2,
    run: () => toError(cockpit, 1),
  },
  {
    keys: ['E'],
    label: 'prev error',
    help: 'To the previous error',
    footer: 3,
    run: () => toError(cockpit, -1),
  },
  {
    keys: ['v'],
    label: 'level',
    help: 'Show fewer levels: info, notice, warning, error, then all again',
    footer: 4,
    run: () => nextLevel(cockpit),
  },
  {
    keys: ['o'],
    label: 'services',
    help: 'Choose which services to show',
    footer: 5,
    run: () => chooseServices(cockpit),
  },
  {
    keys: ['H'],
    label: 'servers',
    help: 'Choose which servers to show',
    footer: 6,
    run: () => chooseServers(cockpit),
  },
  {
    keys: ['C'],
    label: 'clear',
    help: 'Forget the lines held here; the cluster keeps its log',
    run: () => cockpit.logs.clear(),
  },
  { keys: ['d'], label: 'describe', help: 'Show the whole line', run: () => describeCursor(cockpit) },
];

function describe(cockpit: Cockpit, number: number): Description | undefined {
  const event = cockpit.logs.snapshot().lines.at(number);
  if (!event) return undefined;
  const clean = (text: string) => visible(text, cockpit.look.unicode);
  return {
    title: 'Log line',
    facts: [
      ['time', dateTime(event.t === undefined ? undefined : event.t * 1000, cockpit.view.getState().utc)],
      ['server', clean(hostName(cockpit, event.h)) || '--'],
      ['service', clean(event.s ?? '--')],
      ['priority', `${event.p ?? '--'} ${priorityOf(event).word}`],
      ['cursor', clean(event.c ?? '--')],
    ],
    text: (event.m ?? '').split('\n').map(clean),
  };
}

function summary(cockpit: Cockpit): string {
  const last = cockpit.logs.snapshot().lines.at(matchesOf(cockpit).numbers.at(-1) ?? -1);
  if (!last) return cockpit.look.paint('dim', 'no lines yet');
  const { role } = priorityOf(last);
  return cockpit.look.paint(role, visible(last.m ?? '', cockpit.look.unicode));
}

/** The cluster's log as it comes. */
export const logsPane: Pane = {
  id: 'logs',
  title: 'Log',
  headerRows: 0,
  reads: ['serverNames'],
  body,
  status,
  summary,
  bindings,
};
