import { dateTime, duration } from '../../lib/format.ts';
import { fields, list, text } from '../../lib/untyped.ts';

/** A health check that was muted, be it raised or not. */
export interface MuteRow {
  readonly code: string;
  /** When it ends, in milliseconds since the epoch; undefined where it ends with the check, or is sticky. */
  readonly until: number | undefined;
  /** It lasts when the check clears or grows worse. */
  readonly sticky: boolean;
}

/** The mutes that the detail of the health tells, whose shape is not to be trusted. */
export function selectMutes(detail: unknown): readonly MuteRow[] {
  return list(fields(detail)?.mutes).flatMap((entry) => {
    const parts = fields(entry);
    const code = text(parts?.code);
    if (code === undefined) return [];
    const until = Date.parse(text(parts?.ttl) ?? '');
    return [{ code, until: Number.isNaN(until) ? undefined : until, sticky: parts?.sticky === true }];
  });
}

/** The time that is left of a mute, for a line that has little room: `3h07m left`, `sticky`. */
export const muteLeft = ({ until, sticky }: MuteRow, now: number): string =>
  until === undefined ? (sticky ? 'sticky' : '') : `${duration((until - now) / 1000)} left`;

/** The end of a mute, in full. */
export function muteEnd({ until, sticky }: MuteRow, utc: boolean): string {
  const end = until === undefined ? 'no end set' : `until ${dateTime(until, utc)}`;
  return `${end}${sticky ? ', sticky' : until === undefined ? ': ends when the check clears or grows worse' : ''}`;
}
