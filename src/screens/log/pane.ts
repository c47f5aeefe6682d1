import type { Binding } from '../../keys/binding.ts';
import { clockTime, count, dateTime, duration } from '../../lib/format.ts';
import { PRIORITY, PRIORITY_WORDS } from '../../lib/priority.ts';
import { cut, visible } from '../../lib/text.ts';
import type { Description } from '../../store/action/action.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { isRare } from '../../store/log/jumps.ts';
import type { LogView } from '../../store/log/view.ts';
import { pushOverlay } from '../../store/session/view.ts';
import { linksKey, type RowLink } from '../list/links.ts';
import { filterWords } from '../namesPattern.ts';
import type { Pane } from '../pane.ts';
import { logBody } from './body.ts';
import { logBindings } from './keys.ts';
import { priorityOf } from './lines.ts';
import { lineLinks } from './links.ts';
import { hostName, matchesOf, rowsOf } from './matches.ts';
import { heldPositions, position } from './position.ts';
import { logTable } from './table.ts';

const view = (cockpit: Shown): LogView => cockpit.view.getState().logs;

const MODE = {
  idle: 'off',
  streaming: 'following',
  polling: 'following (polled)',
  reconnecting: 'reconnecting',
} as const;

/** The typed filter in at most 32 columns: one that a jump made may be long, and the rest of the title matters too. */
const shortened = ({ look, view }: Shown): string =>
  cut(
    visible(filterWords(view.getState().logs.filter, MAX_FILTER), look.unicode),
    MAX_FILTER,
    look.glyphs.ellipsis,
  );
const MAX_FILTER = 32;

/** The seconds by which the oldest line may be younger than the period that was asked for, without a word about it. */
const NEARLY_S = 60;
const DAY_S = 24 * 3600;

/** The period that is shown, and the time of the oldest buffered line if that is later. `since` is in seconds since the epoch. */
function periodText({ logs, view: state }: Known & Shown, since: number): string {
  const { now, utc } = state.getState();
  const { lines } = logs.snapshot();
  const oldest = lines.at(lines.first)?.t;
  const last = `last ${duration(now / 1000 - since)}`;
  if (oldest === undefined || oldest - since < NEARLY_S) return last;
  const isToday = now / 1000 - oldest < DAY_S;
  return `${last}, buffered from ${(isToday ? clockTime : dateTime)(oldest * 1000, utc)}`;
}

function status(cockpit: Known & Shown): string {
  const { look, logs } = cockpit;
  const snapshot = logs.snapshot();
  const state = view(cockpit);
  const { numbers, filter, searched } = matchesOf(cockpit);
  const parts: string[] = [];
  if (!state.follow) {
    const fresh = numbers.length - numbers.indexFrom(heldPositions(cockpit).seen);
    parts.push(
      `${look.paint('warn', 'paused')}${fresh > 0 ? ` ${look.glyphs.down} ${count(fresh)} new` : ''}`,
    );
  } else
    parts.push(
      snapshot.mode === 'reconnecting' ? look.paint('warn', MODE.reconnecting) : MODE[snapshot.mode],
    );
  if (state.level < PRIORITY.debug) parts.push(`${PRIORITY_WORDS[state.level] ?? ''} and above`);
  if (state.services.length > 0)
    parts.push(state.services.map((name) => visible(name, look.unicode)).join(' '));
  if (state.servers.length > 0) parts.push(state.servers.map((id) => hostName(cockpit, id)).join(' '));
  if (state.since !== undefined) parts.push(periodText(cockpit, state.since));
  const on = state.filters.filter((filter) => filter.on).length;
  if (state.filters.length > 0) parts.push(look.paint('match', `${on}/${state.filters.length} filters`));
  if (filter.error !== undefined) parts.push(look.paint('warn', visible(filter.error, look.unicode)));
  else if (state.filter !== '') parts.push(look.paint('match', shortened(cockpit)));
  const held = snapshot.lines.end - snapshot.lines.first;
  const isKnown = held > 0 || snapshot.mode === 'streaming' || snapshot.mode === 'polling';
  if (isKnown) parts.push(filter.empty ? count(held) : `${count(numbers.length)}/${count(held)}`);
  // Rounded down, so that it does not reach 100 % early.
  if (searched < 1) parts.push(look.paint('warn', `searched ${Math.floor(searched * 100)} %`));
  if (state.unfolded) parts.push('repeats shown');
  if (state.marks.size > 0) parts.push(`${state.marks.size} marked`);
  if (snapshot.dropped > 0) parts.push(look.paint('warn', `${count(snapshot.dropped)} dropped`));
  const unknown = filter.unknownColumn();
  if (unknown !== undefined) parts.push(look.paint('warn', visible(unknown, look.unicode)));
  return parts.join(look.paint('dim', ', '));
}

function describeCursor(cockpit: Cockpit): void {
  const number = rowsOf(cockpit).last(position(cockpit));
  const { epoch } = cockpit.logs.snapshot().lines;
  if (number === undefined) return;
  const now = () => cockpit.logs.snapshot().lines.renumbered(number, epoch);
  pushOverlay(cockpit.view, {
    kind: 'describe',
    of: () => describe(cockpit, now()),
    actions: () => [],
    navigation: () => [linksKey(cockpit, linksOf(cockpit, now()))],
    top: 0,
  });
}

function linksOf(cockpit: Known, number: number): readonly RowLink[] {
  const event = cockpit.logs.snapshot().lines.at(number);
  return event ? lineLinks(cockpit, event) : [];
}

const bindings = (cockpit: Cockpit): Binding[] => [
  ...logBindings(cockpit),
  { keys: ['d'], label: 'describe', help: 'Show the whole line', run: () => describeCursor(cockpit) },
];

function describe(cockpit: Known & Shown, number: number): Description | undefined {
  const event = cockpit.logs.snapshot().lines.at(number);
  if (!event) return undefined;
  return {
    title: 'Log line',
    facts: [
      ['time', dateTime(event.t === undefined ? undefined : event.t * 1000, cockpit.view.getState().utc)],
      ['server', hostName(cockpit, event.h) || '--'],
      ['service', event.s ?? '--'],
      ['priority', `${event.p ?? '--'} ${priorityOf(event).word}`],
      ['cursor', event.c ?? '--'],
      ...repeatsOf(cockpit, number),
      ...rareOf(cockpit, number),
    ],
    related: linksOf(cockpit, number).map(({ label }) => label),
    text: (event.m ?? '').split('\n'),
  };
}

/** The facts about the lines folded into a row. */
function repeatsOf(cockpit: Known & Shown, number: number): Description['facts'] {
  const rows = rowsOf(cockpit);
  const row = rows.rowOf(number);
  const lines = rows.count(row);
  if (lines < 2) return [];
  const first = cockpit.logs.snapshot().lines.time(rows.first(row) ?? number);
  const since = dateTime(first * 1000, cockpit.view.getState().utc);
  return [['repeats', `${count(lines)} lines that differ only in numbers, since ${since}: x shows each`]];
}

/** The facts about a rare line. */
function rareOf(cockpit: Known & Shown, number: number): Description['facts'] {
  const { lines } = cockpit.logs.snapshot();
  if (!isRare(lines, number)) return [];
  return [
    [
      'rare',
      `${count(lines.occurrences(number))} of ${count(lines.end - lines.first)} buffered lines say this`,
    ],
  ];
}

function summary(cockpit: Known & Shown): string {
  const last = cockpit.logs.snapshot().lines.at(matchesOf(cockpit).numbers.at(-1));
  if (!last) return cockpit.look.paint('dim', 'no lines yet');
  const { role } = priorityOf(last);
  return cockpit.look.paint(role, visible(last.m ?? '', cockpit.look.unicode));
}

/** The cluster's log, live. */
export const logsPane: Pane = {
  id: 'logs',
  operations: ['followLogs', 'readLogs'],
  reads: [resources.serverNames],
  body: logBody,
  table: logTable,
  status,
  summary,
  bindings,
};
