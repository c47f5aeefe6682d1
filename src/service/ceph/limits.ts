import type { OperationId } from '../../api/contract/index.ts';

/** An operation that a bare Ceph cluster cannot do. */
export interface Limit {
  readonly operations: readonly OperationId[];
  /** Always: it answers 501 whatever is asked. Sometimes: only where `why` applies. */
  readonly when: 'always' | 'sometimes';
  /** Completes "it is not possible: ". */
  readonly why: string;
}

/**
 * What this engine cannot do, and why. What is listed as `always` is answered from here; what is listed as
 * `sometimes` is told by the handler when it comes to that. docs/engines.md is made from this list.
 */
export const LIMITS: readonly Limit[] = [
  {
    operations: ['rebootAllServers', 'deleteServerNic'],
    when: 'always',
    why: 'no agent runs on the servers that could do it',
  },
  { operations: ['migrateToMimic'], when: 'always', why: 'it runs a later release than mimic' },
];
