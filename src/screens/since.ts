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
