import type { ChangeRequest } from '../api/contract/crush.ts';

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
