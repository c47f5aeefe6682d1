import type { OperationId } from '../../api/contract/index.ts';
import type { Handlers } from '../engine.ts';
import { notPossible } from './refusal.ts';

/** What a bare Ceph cluster cannot do, and why; operations that neither stand here nor have a handler answer 501 too. */
const REASONS: Readonly<Record<string, readonly OperationId[]>> = {
  'no agent runs on the servers that could do it': ['rebootAllServers', 'deleteServerNic'],
  'it runs a later release than mimic': ['migrateToMimic'],
};

/** Handlers that decline with the reason. */
export function unsupportedHandlers(): Handlers {
  const handlers = Object.entries(REASONS).flatMap(([reason, ids]) => {
    const decline = () => {
      throw notPossible(reason);
    };
    return ids.map((id) => [id, decline] as const);
  });
  return Object.fromEntries(handlers);
}
