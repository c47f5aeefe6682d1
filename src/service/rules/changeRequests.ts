import { conflict, type Refused } from './refused.ts';

/** Maximum number of pending change requests: a person decides about each, and each may hold a map of megabytes. */
const MAX_PENDING = 20;

interface StatedRequest {
  readonly state: string;
}

/** Refuses another change request while the maximum number is pending. */
export const refuseRequest = (known: readonly StatedRequest[]): Refused | undefined =>
  known.filter(({ state }) => state === 'PENDING').length < MAX_PENDING
    ? undefined
    : conflict(
        `${MAX_PENDING} changes of the CRUSH map already wait for approval: approve or reject them on the management node first, with \`storedeck changes\``,
      );

/** Refusal: the requested map equals the present one. */
export const nothingToChange = (): Refused =>
  conflict('the CRUSH map is already like that: there is nothing to change');

/** Refuses a second decision about a change request. */
export const refuseDecision = (id: number, { state }: StatedRequest): Refused | undefined =>
  state === 'PENDING' ? undefined : conflict(`change request ${id} is already ${state.toLowerCase()}`);

/** Refusal: the map has changed since, so that the request no longer fits. */
export const mapHasChanged = (why: string): Refused =>
  conflict(`the CRUSH map has changed since: ${why}; reject the request and create a new one`);
