import { age } from '../lib/format.ts';
import type { Shown } from '../store/cockpit.ts';

/**
 * The duration of a state: "4m12s", or ">4m12s" if it had begun before the first reading.
 * @param at its beginning, in milliseconds since the epoch; empty text if unknown
 * @param format formats an age in seconds
 */
export function since(
  cockpit: Shown,
  at: number | undefined,
  exact: boolean,
  format: (seconds: number) => string = age,
): string {
  if (at === undefined) return '';
  const seconds = (cockpit.view.getState().now - at) / 1000;
  return `${exact ? '' : '>'}${format(seconds)}`;
}

/** The words "for 4m12s"; empty if the beginning is unknown or just now, because "for now" would mean something else. */
export function lasting(cockpit: Shown, at: number | undefined, exact: boolean): string {
  const text = since(cockpit, at, exact);
  return text === '' || text.endsWith(age(0)) ? '' : `for ${text}`;
}
