import { badRequest, type Refused } from './refused.ts';

/**
 * Refuses a time range that has only one end, or that ends before it begins. Both ends are Unix timestamps in
 * seconds.
 */
export function refuseRange({
  after,
  before,
}: {
  readonly after?: number;
  readonly before?: number;
}): Refused | undefined {
  if (before === undefined) return undefined;
  if (after === undefined) return badRequest('a time range needs both ends: set after and before');
  return before < after
    ? badRequest('the time range ends before it starts: before must not be less than after')
    : undefined;
}

/** Refusal: a cursor is valid only in the log that gave it, until the service is restarted. */
export const unknownCursor = (): Refused =>
  badRequest('the cursor does not belong to this log: read again without it');
