import { bytes, duration, percent, rate } from '../../lib/format.ts';

/** A file that is being uploaded or downloaded. */
export interface Transfer {
  readonly id: number;
  readonly way: 'up' | 'down';
  readonly name: string;
  /** Bytes transferred so far. */
  readonly moved: number;
  /** The total size in bytes; undefined if it is not known. */
  readonly size: number | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** The progress of a transfer: `45%, 9.0 MiB of 20.0 MiB, 4.5 MiB/s, 2s left`. */
export function progressText({ moved, size, startedAt }: Transfer, now: number): string {
  const seconds = (now - startedAt) / 1000;
  const speed = seconds >= 1 && moved > 0 ? moved / seconds : undefined;
  const share = size === undefined || size === 0 ? undefined : moved / size;
  return [
    ...(share === undefined ? [] : [percent(share)]),
    size === undefined ? bytes(moved) : `${bytes(moved)} of ${bytes(size)}`,
    ...(speed === undefined ? [] : [rate(speed)]),
    ...(speed === undefined || size === undefined ? [] : [`${duration((size - moved) / speed)} left`]),
  ].join(', ');
}

/** The notice at the bottom of the screen while files are being transferred. */
export function transferNotice(running: readonly Transfer[], now: number): string | undefined {
  const [first, ...others] = running;
  if (first === undefined) return undefined;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const verb = first.way === 'up' ? 'Sending' : 'Fetching';
  return `${verb} ${first.name}: ${progressText(first, now)}${more}. :transfers stops it.`;
}
