import type { Refused } from './refused.ts';

/** Change requests that may wait: a person decides about each, and each may hold a map of megabytes. */
const MOST_PENDING = 20;

interface Known {
  readonly state: string;
}

const conflict = (message: string): Refused => ({ status: 409, message });

/** Refuses another change request while as many wait as may. */
export const refuseRequest = (known: readonly Known[]): Refused | undefined =>
  known.filter(({ state }) => state === 'PENDING').length < MOST_PENDING
    ? undefined
    : conflict(
        `${MOST_PENDING} changes of the CRUSH map wait for the operator of the management node already: have them approved or rejected there first, with storedeck changes`,
      );

/** The map that is asked for is the one that there is. */
export const nothingToChange = (): Refused =>
  conflict('the CRUSH map is like that already: there is nothing to change');

/** Refuses to decide about a change request for a second time. */
export const refuseDecision = (id: number, { state }: Known): Refused | undefined =>
  state === 'PENDING'
    ? undefined
    : conflict(`change request ${id} is decided already: it is ${state.toLowerCase()}`);

/** The map has changed so that the request no longer fits it. */
export const mapHasChanged = (why: string): Refused =>
  conflict(`the CRUSH map has changed since: ${why}; reject the request and make a new one`);
