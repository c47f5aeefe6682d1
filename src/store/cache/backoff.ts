/** No wait after a failure is longer, in milliseconds: a service that came back is noticed within a minute. */
export const MAX_BACKOFF_MS = 60_000;

/**
 * The time to wait after `failures` failures in a row (1 or more), in milliseconds: `firstMs`, doubled by each
 * further failure, of which at least half. `chance` in [0, 1) spreads the rest, so that the consoles of a whole
 * team do not return to a recovering service at the same moment.
 */
export function backoffMs(failures: number, firstMs: number, chance: number): number {
  const full = Math.min(MAX_BACKOFF_MS, firstMs * 2 ** (failures - 1));
  return full * (0.5 + chance / 2);
}
