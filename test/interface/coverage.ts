import { contract, type OperationId } from '../../src/api/contract/index.ts';
import type { Operation } from '../../src/api/operation.ts';
import type { ClusterTraits } from './site.ts';

/** Outcomes of an operation: done, declined (4xx), and impossible (501). */
interface Seen {
  done: boolean;
  declined: boolean;
  impossible: boolean;
}

/** An operation without input cannot be called wrongly. */
const takesInput = ({ path, query, body, form }: Operation) =>
  path.includes('{') || query !== undefined || body !== undefined || form !== undefined;

/** Records which operations the suite has called, with which outcome. */
export class Coverage {
  readonly #seen = new Map<OperationId, Seen>();

  note(id: OperationId, status: number): void {
    const seen = this.of(id);
    this.#seen.set(id, seen);
    if (status < 300) seen.done = true;
    else if (status === 501) seen.impossible = true;
    else if (status >= 400 && status < 500) seen.declined = true;
  }

  of(id: OperationId): Seen {
    return this.#seen.get(id) ?? { done: false, declined: false, impossible: false };
  }

  /** The operations without a successful call, without a declined one, or without an impossible one where that is possible. */
  missing({ impossible, alwaysDeclined, limits }: ClusterTraits): string[] {
    return Object.entries<Operation>(contract).flatMap(([name, operation]) => {
      const id = name as OperationId;
      const seen = this.of(id);
      if (impossible.has(id)) return seen.impossible ? [] : [`${id}: not asked for, though it is impossible`];
      if (alwaysDeclined.has(id)) return seen.declined && !seen.done ? [] : [`${id}: not declined, or done`];
      return [
        ...(limits?.has(id) && !seen.impossible ? [`${id}: its limit was not met`] : []),
        ...(seen.done ? [] : [`${id}: no good call`]),
        ...(seen.declined || !takesInput(operation) ? [] : [`${id}: no bad call`]),
      ];
    });
  }
}
