import { clockTime, count, dateTime, duration } from '../../lib/format.ts';
import { PRIORITY, PRIORITY_WORDS } from '../../lib/priority.ts';
import { cut, visible } from '../../lib/text.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { filterWords } from '../namesPattern.ts';
import { hostName, matchesOf } from './matches.ts';
import { heldPositions, logView } from './position.ts';

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

/** The part of the title after the name: what is shown of how much, and what hides the rest. */
export function logStatus(cockpit: Known & Shown): string {
  const { look, logs } = cockpit;
  const snapshot = logs.snapshot();
  const state = logView(cockpit);
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
