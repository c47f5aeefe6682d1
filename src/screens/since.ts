import { age } from '../lib/format.ts';
import type { Shown } from '../store/cockpit.ts';

/**
 * The time that something lasts: "4m12s", or ">4m12s" where it stood so before we first looked.
 * @param at when it began, milliseconds since the epoch; nothing is said where that is not known
 * @param tell words an age in seconds
 */
export function since(
  cockpit: Shown,
  at: number | undefined,
  exact: boolean,
  tell: (seconds: number) => string = age,
): string {
  if (at === undefined) return '';
  const seconds = (cockpit.view.getState().now - at) / 1000;
  return `${exact ? '' : '>'}${tell(seconds)}`;
}
