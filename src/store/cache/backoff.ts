/** The longest wait after a failure, in milliseconds, so that a service that is back is noticed within a minute. */
export const MAX_BACKOFF_MS = 60_000;

/**
 * The wait after `failures` consecutive failures (1 or more), in milliseconds: exponential backoff from `firstMs`, with
 * jitter. `chance` in [0, 1) picks a value between half and all of the full wait, so that the consoles of a team do not
 * all return to a recovering service at the same moment.
 */
export function backoffMs(failures: number, firstMs: number, chance: number): number {
  const full = Math.min(MAX_BACKOFF_MS, firstMs * 2 ** (failures - 1));
  return full * (0.5 + chance / 2);
}
