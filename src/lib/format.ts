/** The text for a number that is not known: never a zero that looks measured. */
const NO_VALUE = '--';

function scaled(value: number, step: number, units: readonly string[], gap: string): string {
  let size = Math.abs(value);
  let unit = 0;
  // The limit is where rounding would show a whole step (1024 MiB), so the next unit begins there.
  while (size >= step - 0.5 && unit < units.length - 1) {
    size /= step;
    unit++;
  }
  const digits = unit > 0 && size < 99.95 ? size.toFixed(1) : size.toFixed(0);
  const sign = value < 0 && Number(digits) !== 0 ? '-' : '';
  return `${sign}${digits}${unit > 0 || units[0] !== '' ? gap : ''}${units[unit] ?? ''}`;
}

const known = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A number of bytes in binary units: `3.2 TiB`, at most 8 columns up to the exbibytes. */
export function bytes(value: number | null | undefined): string {
  return known(value) ? scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'], ' ') : NO_VALUE;
}

/** Bytes per second: `41.0 MiB/s`. */
export function rate(value: number | null | undefined): string {
  return known(value) ? `${bytes(value)}/s` : NO_VALUE;
}

/** A count in decimal steps: `999`, `12.4k`, `3.1M`. */
export function count(value: number | null | undefined): string {
  return known(value) ? scaled(value, 1000, ['', 'k', 'M', 'G', 'T', 'P'], '') : NO_VALUE;
}

/** A share between 0 and 1 as a percentage. It says 100% only for the whole, and `<1%` for little but not nothing. */
export function percent(share: number | null | undefined, digits = 0): string {
  if (!known(share)) return NO_VALUE;
  const step = 10 ** -digits;
  const value = share * 100;
  if (value > 0 && value < step) return `<${step.toFixed(digits)}%`;
  if (value < 100 && value > 100 - step) return `${(100 - step).toFixed(digits)}%`;
  return `${value.toFixed(digits)}%`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** A span of time in seconds, to the two largest units: `42s`, `4m12s`, `3h07m`, `9d`. */
export function duration(seconds: number | null | undefined): string {
  if (!known(seconds)) return NO_VALUE;
  const total = Math.max(0, Math.floor(seconds));
  if (total < 60) return `${total}s`;
  const minutes = Math.floor(total / 60);
  if (minutes < 60) return `${minutes}m${two(total % 60)}s`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours}h${two(minutes % 60)}m` : `${Math.floor(hours / 24)}d`;
}

/** The time since something happened, from seconds: as `duration`, but `now` below one second and for a clock that runs ahead. */
export function age(seconds: number | null | undefined): string {
  return known(seconds) && seconds < 1 ? 'now' : duration(seconds);
}

/**
 * The time since something happened, for a line that is always visible: in steps of some seconds below a minute,
 * in minutes below an hour. One that ticks would be written each second and say no more.
 */
export function roughAge(seconds: number | null | undefined, step: number): string {
  if (!known(seconds) || seconds >= 3600) return duration(seconds);
  return seconds < 60 && step < 60 ? age(Math.floor(seconds / step) * step) : minutes(seconds);
}

const minutes = (seconds: number): string => (seconds < 60 ? 'now' : `${Math.floor(seconds / 60)}m`);

/** The time of day of a moment in milliseconds since the epoch: `14:22:07Z`, or local without the Z. */
export function clockTime(ms: number | null | undefined, utc: boolean): string {
  if (!known(ms)) return NO_VALUE;
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return NO_VALUE;
  return utc
    ? `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}Z`
    : `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

let zones: Intl.DateTimeFormat | undefined;
let lastZone: { readonly offset: number; readonly name: string } | undefined;

/** The short name of the local time zone at a moment in milliseconds since the epoch: `CET`, `GMT+9`; looked up again when the offset changes. */
export function zoneName(ms: number): string {
  const date = new Date(ms);
  const offset = date.getTimezoneOffset();
  if (lastZone?.offset !== offset) {
    zones ??= new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });
    const name = zones.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    lastZone = { offset, name };
  }
  return lastZone.name;
}

/** Date and time of day: `2026-11-20 14:22:07Z`, or local without the Z. */
export function dateTime(ms: number | null | undefined, utc: boolean): string {
  const time = clockTime(ms, utc);
  if (!known(ms) || time === NO_VALUE) return NO_VALUE;
  const date = new Date(ms);
  const day = utc
    ? [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
    : [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${day.map(two).join('-')} ${time}`;
}
