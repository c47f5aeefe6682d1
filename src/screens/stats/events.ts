import { clockTime, dateTime } from '../../lib/format.ts';
import type { Look } from '../../lib/look.ts';
import { cut, visible } from '../../lib/text.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { byWeight, type ClusterEvent } from '../../store/facts/events.ts';
import type { ChartEvent } from '../../widgets/chartData.ts';
import { levelRole } from '../levels.ts';
import { partsThatFit } from './parts.ts';

/** The time range of the charts in seconds since the epoch, and the seconds per column. */
export interface EventSpan {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** The time at the cursor. */
  readonly cursor: number | undefined;
}

/** The events in the time range of the charts, oldest first. */
export const eventsIn = ({ facts }: Known, { from, to, step }: EventSpan): readonly ClusterEvent[] =>
  facts.events({ from: from * 1000, to: to * 1000, step: step * 1000 });

/** The sign and role of an event; the sign differs from those of the axis that it is drawn on. */
function signOf({ glyphs }: Look, { level, begins }: ClusterEvent): Pick<ChartEvent, 'sign' | 'role'> {
  if (begins) return { sign: glyphs.running, role: 'info' };
  const sign = glyphs[level];
  return { sign: sign === glyphs.tick ? glyphs.bullet : sign, role: levelRole(level) };
}

/** The events as signs on the time axis, the worst first. */
export const axisEvents = (look: Look, events: readonly ClusterEvent[]): readonly ChartEvent[] =>
  events.toSorted(byWeight).map((event) => ({ t: event.at / 1000, ...signOf(look, event) }));

/** The events to describe: those at the cursor, the nearest first; without a cursor all of them, the newest first. */
function eventsToDescribe(
  events: readonly ClusterEvent[],
  { cursor, step }: EventSpan,
): readonly ClusterEvent[] {
  if (cursor === undefined) return events.toReversed();
  const away = ({ at }: ClusterEvent) => Math.abs(at / 1000 - cursor);
  return events
    .filter((event) => away(event) <= step)
    .toSorted((a, b) => away(a) - away(b) || byWeight(a, b));
}

/** A line that describes as many events as fit, and counts the others. */
export function eventLine(
  { look, view }: Shown,
  events: readonly ClusterEvent[],
  { span, columns }: { readonly span: EventSpan; readonly columns: number },
): string {
  const { utc } = view.getState();
  const timeOf = span.to - span.from > 86_400 ? dateTime : clockTime;
  const parts = eventsToDescribe(events, span).map((event) => {
    const { sign, role } = signOf(look, event);
    const time = look.paint('dim', timeOf(event.at, utc));
    return `${look.paint(role, sign)} ${time} ${visible(event.text, look.unicode)}`;
  });
  const line = partsThatFit(parts, columns - 1, (more) => look.paint('dim', `${more} more`));
  return cut(` ${line}`, columns, look.glyphs.ellipsis);
}
