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
  /** On the monotonic clock, in milliseconds. */
  readonly startedAt: number;
}

/** The progress of a transfer: `45%, 9.0 MiB of 20.0 MiB, 4.5 MiB/s, 2s left`. `elapsed` is the monotonic time. */
export function progressText({ moved, size, startedAt }: Transfer, elapsed: number): string {
  const seconds = (elapsed - startedAt) / 1000;
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
export function transferNotice(running: readonly Transfer[], elapsed: number): string | undefined {
  const [first, ...others] = running;
  if (first === undefined) return undefined;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const verb = first.way === 'up' ? 'Sending' : 'Fetching';
  return `${verb} ${first.name}: ${progressText(first, elapsed)}${more}. :transfers stops it.`;
}
