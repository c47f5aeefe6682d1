import { clockTime, dateTime } from '../../lib/format.ts';
import type { Look } from '../../lib/look.ts';
import { cut, visible, width } from '../../lib/text.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { byWeight, type ClusterEvent } from '../../store/facts/events.ts';
import type { ChartEvent } from '../../widgets/chartData.ts';
import { levelRole, levelSign } from '../levels.ts';

/** The stretch of time that charts show, in seconds since the epoch, and the seconds of one of their columns. */
export interface EventSpan {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** The moment that is read. */
  readonly cursor: number | undefined;
}

/** The events that charts have in sight, oldest first. */
export const eventsIn = ({ facts }: Known, { from, to, step }: EventSpan): readonly ClusterEvent[] =>
  facts.events({ from: from * 1000, to: to * 1000, step: step * 1000 });

/** The events as signs on the time axis, the worst before the others. */
export const axisEvents = ({ glyphs }: Look, events: readonly ClusterEvent[]): readonly ChartEvent[] =>
  events.toSorted(byWeight).map(({ at, level, begins }) => ({
    t: at / 1000,
    sign: begins ? glyphs.running : glyphs[level],
    role: begins ? 'info' : levelRole(level),
  }));

/** The events that a line is about: those at the cursor, the nearest first, else all, the newest first. */
function wanted(events: readonly ClusterEvent[], { cursor, step }: EventSpan): readonly ClusterEvent[] {
  if (cursor === undefined) return events.toReversed();
  const away = ({ at }: ClusterEvent) => Math.abs(at / 1000 - cursor);
  return events
    .filter((event) => away(event) <= step)
    .toSorted((a, b) => away(a) - away(b) || byWeight(a, b));
}

/** A line on what happened and when: as many events as fit, and how many more there are. */
export function eventLine(
  { look, view }: Shown,
  events: readonly ClusterEvent[],
  { span, columns }: { readonly span: EventSpan; readonly columns: number },
): string {
  const { utc } = view.getState();
  const timeOf = span.to - span.from > 86_400 ? dateTime : clockTime;
  const parts = wanted(events, span).map(({ at, level, begins, text }) => {
    const sign = begins ? look.paint('info', look.glyphs.running) : levelSign(look, level);
    return `${sign} ${look.paint('dim', timeOf(at, utc))} ${visible(text, look.unicode)}`;
  });
  const lineOf = (count: number) => {
    const more = parts.length - count;
    const rest = more > 0 ? [look.paint('dim', `${more} more`)] : [];
    return ` ${[...parts.slice(0, count), ...rest].join('  ')}`;
  };
  let shown = Math.min(1, parts.length);
  while (shown < parts.length && width(lineOf(shown + 1)) <= columns) shown++;
  return cut(lineOf(shown), columns, look.glyphs.ellipsis);
}
