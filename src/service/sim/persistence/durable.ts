import { contract } from '../../../api/contract/index.ts';
import type { Operation } from '../../../api/operation.ts';
import { mapHandlers, Refusal, type Served } from '../../engine.ts';
import { PersistenceError, type Persistence } from './persistence.ts';

/** @throws PersistenceError while nothing can be stored */
export function requireWritable(persistence: Persistence): void {
  const trouble = persistence.problem();
  if (trouble !== undefined) throw new PersistenceError(trouble);
}

/** Handlers that refuse every call, because the running state differs from the stored one and could not be restored. */
export const refusingHandlers = (handlers: Served, why: string): Served =>
  mapHandlers(handlers, () => () => {
    throw new Refusal(503, `the service cannot return to its saved state (${why}): restart it`);
  });

/**
 * Wraps the handlers that change something, so that each stores its changes in one transaction before it answers.
 * They refuse calls while nothing can be stored.
 */
export const transactionalHandlers = (handlers: Served, persistence: Persistence): Served =>
  mapHandlers(handlers, (handler, id) => {
    const operation: Operation = contract[id];
    if (operation.tier === 'read') return handler;
    return (input, context) => {
      requireWritable(persistence);
      return persistence.transaction(() => handler(input, context));
    };
  });
