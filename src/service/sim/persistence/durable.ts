import { contract, type OperationId } from '../../../api/contract/index.ts';
import type { Operation } from '../../../api/operation.ts';
import { Refusal, type Served } from '../../engine.ts';
import { PersistenceError, type Persistence } from './persistence.ts';

type AnyHandler = (...input: readonly unknown[]) => unknown;

/** @throws PersistenceError while nothing can be stored */
export function requireWritable(persistence: Persistence): void {
  const trouble = persistence.problem();
  if (trouble !== undefined) throw new PersistenceError(trouble);
}

/** Handlers that refuse every call, because the running state differs from the stored one and could not be restored. */
export const refusingHandlers = (handlers: Served, why: string): Served =>
  Object.fromEntries(
    Object.keys(handlers).map((id) => [
      id,
      () => {
        throw new Refusal(503, `the service cannot return to its saved state (${why}): restart it`);
      },
    ]),
  ) as unknown as Served;

/**
 * Wraps the handlers that change something, so that each stores its changes in one transaction before it answers.
 * They refuse calls while nothing can be stored.
 */
export function transactionalHandlers(handlers: Served, persistence: Persistence): Served {
  const transactional = (id: OperationId, handler: AnyHandler): AnyHandler => {
    const operation: Operation = contract[id];
    if (operation.tier === 'read') return handler;
    return (...input) => {
      requireWritable(persistence);
      return persistence.transaction(() => handler(...input));
    };
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([id, handler]) => [
      id,
      transactional(id as OperationId, handler as AnyHandler),
    ]),
  ) as unknown as Served;
}
