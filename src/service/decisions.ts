import type { ChangeRequest } from '../api/contract/crush.ts';

/**
 * The CRUSH map changes requested with `POST /crush`, and the decision about each. Only the operator of the
 * management node decides (docs/decisions/0004-approving-crush-changes.md), so none of this is an operation of the
 * interface.
 */
export interface Decisions {
  list(): Promise<readonly ChangeRequest[]>;
  /** Makes the change. @returns a sentence that says what happens. @throws Refusal 404, 409 */
  approve(id: number, by: string): Promise<string>;
  /** @throws Refusal 404, 409 */
  reject(id: number): Promise<string>;
}

/** Number of decided requests that are kept; of more, the oldest are dropped. */
const KEPT_DECIDED = 100;

/** The ids of the decided requests to drop. `known` must be sorted by id. */
export function requestsToDrop(
  known: readonly (readonly [id: number, request: { readonly state: string }])[],
): number[] {
  const decided = known.filter(([, { state }]) => state !== 'PENDING').map(([id]) => id);
  return decided.slice(0, Math.max(0, decided.length - KEPT_DECIDED));
}
