import type { Refused } from './refused.ts';

/** Refuses a range of time that has one end only, or ends before it begins; both are Unix timestamps in seconds. */
export function refuseRange({
  after,
  before,
}: {
  readonly after?: number;
  readonly before?: number;
}): Refused | undefined {
  if (before === undefined) return undefined;
  if (after === undefined)
    return { status: 400, message: 'a range of time needs both ends: give after as well as before' };
  return before < after
    ? { status: 400, message: 'the range ends before it begins: before must not be less than after' }
    : undefined;
}

/** Cursors are valid in the log that gave them, until the service is restarted. */
export const unknownCursor = (): Refused => ({
  status: 400,
  message: 'the cursor is not one of this log: read again without it',
});
