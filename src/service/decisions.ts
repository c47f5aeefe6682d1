import type { ChangeRequest } from '../api/contract/crush.ts';

/**
 * The changes that were asked for with `POST /crush`, and the decision about each: for the operator of the management node only
 * (docs/decisions/0004-approving-crush-changes.md), so none of it is an operation of the interface.
 */
export interface Decisions {
  list(): Promise<readonly ChangeRequest[]>;
  /** Makes the change. @returns what happens, in words. @throws Refusal 404, 409 */
  approve(id: number, by: string): Promise<string>;
  /** @throws Refusal 404, 409 */
  reject(id: number): Promise<string>;
}

/** Decided ones that stay known; of more, the oldest are forgotten. */
const KEPT_DECIDED = 100;

/** The numbers of the decided requests that are to be forgotten. `known` is in the order of the numbers. */
export function forgottenRequests(
  known: readonly (readonly [id: number, request: { readonly state: string }])[],
): number[] {
  const decided = known.filter(([, { state }]) => state !== 'PENDING').map(([id]) => id);
  return decided.slice(0, Math.max(0, decided.length - KEPT_DECIDED));
}
