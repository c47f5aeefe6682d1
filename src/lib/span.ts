const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Parses a time span such as `90s`, `10m`, `2h` or `7d` into seconds; a bare number is seconds. Undefined if it is
 * malformed.
 */
export function parseSpan(text: string): number | undefined {
  const [, number, unit = 's'] = /^(\d{1,6})([smhd])?$/.exec(text.trim()) ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit] ?? 1);
}

/**
 * The seconds since a time of day such as `18:03` or `18:03:20`: today's, or yesterday's if that is still to come.
 * Undefined if it is malformed.
 * @param now milliseconds since the epoch
 */
export function secondsSince(time: string, now: number, utc: boolean): number | undefined {
  const [, hour, minute, second = '0'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(time.trim()) ?? [];
  if (hour === undefined || minute === undefined) return undefined;
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const then = new Date(now);
  if (utc) then.setUTCHours(hours, minutes, seconds, 0);
  else then.setHours(hours, minutes, seconds, 0);
  if (then.getTime() > now) {
    if (utc) then.setUTCDate(then.getUTCDate() - 1);
    else then.setDate(then.getDate() - 1);
  }
  return (now - then.getTime()) / 1000;
}
