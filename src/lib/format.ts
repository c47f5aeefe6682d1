import { decimal, plainly } from './decimal.ts';

/** The text for an unknown number, so that it cannot be mistaken for a measured zero. */
const NO_VALUE = '--';

function scaled(value: number, step: number, units: readonly string[], gap: string): string {
  let size = Math.abs(value);
  let unit = 0;
  // 0.5 below the step, because from there on rounding would show a full step (1024 MiB).
  while (size >= step - 0.5 && unit < units.length - 1) {
    size /= step;
    unit++;
  }
  const digits = unit > 0 && size < 99.95 ? decimal(size, 1) : size.toFixed(0);
  const sign = value < 0 && digits !== '0' ? '-' : '';
  return `${sign}${digits}${unit > 0 || units[0] !== '' ? gap : ''}${units[unit] ?? ''}`;
}

const known = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** Bytes in binary units: `3.2 TiB`; at most 8 columns wide up to exbibytes. */
export function bytes(value: number | null | undefined): string {
  return known(value) ? scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'], ' ') : NO_VALUE;
}

/** Bytes per second: `41.0 MiB/s`. */
export function rate(value: number | null | undefined): string {
  return known(value) ? `${bytes(value)}/s` : NO_VALUE;
}

/** A count with a decimal suffix: `999`, `12.4k`, `3.1M`. */
export function count(value: number | null | undefined): string {
  return known(value) ? scaled(value, 1000, ['', 'k', 'M', 'G', 'T', 'P'], '') : NO_VALUE;
}

/** Like `bytes`, `rate` and `count`, the same in every locale: for texts of the service, and for facts that are kept. */
export const plainBytes: typeof bytes = (value) => plainly(() => bytes(value));
export const plainRate: typeof rate = (value) => plainly(() => rate(value));
export const plainCount: typeof count = (value) => plainly(() => count(value));

/**
 * A share between 0 and 1 as a percentage. Only exactly 1 is rounded to `100%`, and a share between 0 and one step is
 * `<1%`.
 */
export function percent(share: number | null | undefined, digits = 0): string {
  if (!known(share)) return NO_VALUE;
  const step = 10 ** -digits;
  const value = share * 100;
  if (value > 0 && value < step) return `<${decimal(step, digits)}%`;
  if (value < 100 && value > 100 - step) return `${decimal(100 - step, digits)}%`;
  return `${decimal(value, digits)}%`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** A duration given in seconds, with its two largest units: `42s`, `4m12s`, `3h07m`, `9d`. */
export function duration(seconds: number | null | undefined): string {
  if (!known(seconds)) return NO_VALUE;
  const total = Math.max(0, Math.floor(seconds));
  if (total < 60) return `${total}s`;
  const minutes = Math.floor(total / 60);
  if (minutes < 60) return `${minutes}m${two(total % 60)}s`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours}h${two(minutes % 60)}m` : `${Math.floor(hours / 24)}d`;
}

/** An age given in seconds: like `duration`, but `now` below one second and for negative ages (clock skew). */
export function age(seconds: number | null | undefined): string {
  return known(seconds) && seconds < 1 ? 'now' : duration(seconds);
}

/**
 * An age for a line that is always visible: in steps of `step` seconds below a minute, in minutes below an hour. An
 * exact age would redraw the line every second without telling the operator more.
 */
export function roughAge(seconds: number | null | undefined, step: number): string {
  if (!known(seconds) || seconds >= 3600) return duration(seconds);
  return seconds < 60 && step < 60 ? age(Math.floor(seconds / step) * step) : minutes(seconds);
}

const minutes = (seconds: number): string => (seconds < 60 ? 'now' : `${Math.floor(seconds / 60)}m`);

/** The time of day of a timestamp in milliseconds since the epoch: `14:22:07Z`, or local time without the Z. */
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

/**
 * The short name of the local time zone at a timestamp in milliseconds since the epoch: `CET`, `GMT+9`. Cached per UTC
 * offset.
 */
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

/** Date and time of day of a timestamp in milliseconds: `2026-11-20 14:22:07Z`, or local time without the Z. */
export function dateTime(ms: number | null | undefined, utc: boolean): string {
  const time = clockTime(ms, utc);
  if (!known(ms) || time === NO_VALUE) return NO_VALUE;
  const date = new Date(ms);
  const day = utc
    ? [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
    : [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${day.map(two).join('-')} ${time}`;
}
