import { count, dateTime } from '../../lib/format.ts';
import type { Description } from '../../store/action/action.ts';
import type { Cockpit, Known, Shown } from '../../store/cockpit.ts';
import { isRare } from '../../store/log/jumps.ts';
import { pushOverlay } from '../../store/session/view.ts';
import { linksKey, type RowLink } from '../list/links.ts';
import { priorityOf } from '../logLines/words.ts';
import { lineLinks } from './links.ts';
import { hostName, rowsOf } from './matches.ts';
import { position } from './position.ts';

/** Opens the page of the line under the cursor. */
export function describeLine(cockpit: Cockpit): void {
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
