import type { Input, OperationId, Output } from '../../../../src/api/contract/index.ts';
import type { Section } from '../../../../src/service/engine.ts';
import { handlerOf } from '../../handlerOf.ts';

/** Calls operations of an engine's handlers as the service does. */
export function caller(handlers: Section) {
  return async <Id extends OperationId>(id: Id, input: Input<Id>): Promise<Output<Id>> => {
    return handlerOf(handlers, id)(input, { signal: new AbortController().signal, by: 'test' });
  };
}
