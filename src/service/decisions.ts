import type { ChangeRequest } from '../api/contract/crush.ts';
import { Refusal } from './engine.ts';

/**
 * What was asked for with `POST /crush`, and the deciding about it: for the operator of the management node only
 * (docs/decisions/0004-approving-crush-changes.md), so none of it is an operation of the interface.
 */
export interface Decisions {
  list(): Promise<readonly ChangeRequest[]>;
  /** Makes the change. @returns what happens, in words. @throws Refusal 404, 409 */
  approve(id: number, by: string): Promise<string>;
  /** @throws Refusal 404, 409 */
  reject(id: number): Promise<string>;
}

/** Change requests that may wait: a person decides about each, and each may hold a map of megabytes. */
const MOST_PENDING = 20;
/** Decided ones that stay known; of more, the oldest are forgotten. */
const KEPT_DECIDED = 100;

interface Known {
  readonly state: string;
}

/** @throws Refusal 409 when as many wait as may */
export function requireRoomForRequest(known: readonly Known[]): void {
  if (known.filter(({ state }) => state === 'PENDING').length < MOST_PENDING) return;
  throw new Refusal(
    409,
    `${MOST_PENDING} changes of the CRUSH map wait for the operator of the management node already: have them approved or rejected there first, with storedeck changes`,
  );
}

/** The numbers of the decided requests that are to be forgotten. `known` is in the order of the numbers. */
export function forgottenRequests(known: readonly (readonly [id: number, request: Known])[]): number[] {
  const decided = known.filter(([, { state }]) => state !== 'PENDING').map(([id]) => id);
  return decided.slice(0, Math.max(0, decided.length - KEPT_DECIDED));
}
