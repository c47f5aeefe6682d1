import type { OperationId } from '../../src/api/contract/index.ts';
import type { Handler, Section } from '../../src/service/engine.ts';

/** The handler of an operation. @throws Error if there is none, or if the operation is declined */
export function handlerOf<Id extends OperationId>(handlers: Section, id: Id): Handler<Id> {
  const handler = handlers[id];
  if (handler === undefined || 'unsupported' in handler) throw new Error(`There is no handler for ${id}`);
  return handler;
}
