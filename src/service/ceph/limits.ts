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
  {
    operations: ['connectIscsiTerminal'],
    when: 'always',
    why: 'the gateway (tgt) has no shell; everything that it is told is in this interface',
  },
  {
    operations: ['createIscsiService', 'addIscsiGateway', 'createNfsService', 'updateNfsService'],
    when: 'sometimes',
    why: 'no agent runs on other servers; storedeck serve, started there, makes its own server a gateway',
  },
  {
    operations: ['executeHook'],
    when: 'sometimes',
    why: 'no agent runs on other servers that could run a script there',
  },
  {
    operations: ['updateServerDisk'],
    when: 'sometimes',
    why: 'no agent runs on the servers that could prepare a disk; the device class of an OSD is changed, and an OSD whose daemon has stopped is ended (role unassigned)',
  },
  {
    operations: ['deleteDisk', 'deleteServerDisk'],
    when: 'sometimes',
    why: 'no agent runs on the servers that could change a disk that is no OSD; an OSD is emptied, and deleted when its daemon has stopped',
  },
  {
    operations: ['getGraph'],
    when: 'sometimes',
    why: 'no agent runs on the other servers that could measure them; their use of disks is known all the same',
  },
];
