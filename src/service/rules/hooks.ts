import type { Refused } from './refused.ts';

/** Hook runs that wait at the same time; more of them are dropped, for they would come hours late. */
export const MOST_WAITING = 100;

/** Refuses a hook run while as many wait as may. */
export const refuseRun = (waiting: number): Refused | undefined =>
  waiting >= MOST_WAITING
    ? { status: 503, message: `${MOST_WAITING} hooks wait to be run already: cancel some of their tasks` }
    : undefined;
