import { expect } from 'vitest';
import type { Input, OperationId, Output } from '../../../../src/api/contract/index.ts';
import type { Handlers } from '../../../../src/service/engine.ts';

/** Calls operations of an engine's handlers as the service does. */
export function caller(handlers: Handlers) {
  return async <Id extends OperationId>(id: Id, input: Input<Id>): Promise<Output<Id>> => {
    const handler = handlers[id];
    if (!handler) throw new Error(`There is no handler for ${id}`);
    return handler(input, { signal: new AbortController().signal, by: 'test' });
  };
}

/** A rejection with a Refusal of this status. */
export const refusal = (status: number, message?: string) =>
  message === undefined ? { status } : { status, message: expect.stringContaining(message) };
