import { dateTime, duration } from '../../lib/format.ts';
import { fields, list, text } from '../../lib/untyped.ts';

/** The mute of a health check, which need not be raised at the moment. */
export interface MuteRow {
  readonly code: string;
  /** The time at which the mute ends, in milliseconds since the epoch; undefined if it ends with the check, or is sticky. */
  readonly until: number | undefined;
  /** The mute continues when the check clears or gets worse. */
  readonly sticky: boolean;
}

/** The mutes in the health details, whose format the contract does not define. */
export function selectMutes(detail: unknown): readonly MuteRow[] {
  return list(fields(detail)?.mutes).flatMap((entry) => {
    const parts = fields(entry);
    const code = text(parts?.code);
    if (code === undefined) return [];
    const until = Date.parse(text(parts?.ttl) ?? '');
    return [{ code, until: Number.isNaN(until) ? undefined : until, sticky: parts?.sticky === true }];
  });
}

/** The remaining time of a mute, for a short line: `3h07m left`, `sticky`. */
export const muteLeft = ({ until, sticky }: MuteRow, now: number): string =>
  until === undefined ? (sticky ? 'sticky' : '') : `${duration((until - now) / 1000)} left`;

/** The end of a mute in words. */
export function muteEnd({ until, sticky }: MuteRow, utc: boolean): string {
  const end = until === undefined ? 'no end set' : `until ${dateTime(until, utc)}`;
  return `${end}${sticky ? ', sticky' : until === undefined ? ': ends when the check clears or grows worse' : ''}`;
}
