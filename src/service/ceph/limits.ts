import type { OperationId } from '../../api/contract/index.ts';
import type { Section } from '../engine.ts';

const NO_AGENT = { unsupported: 'no agent runs on the servers that could do it' };

/** The operations that a bare Ceph cluster cannot do at all; docs/engines.md lists them. */
export const UNSUPPORTED = {
  rebootAllServers: NO_AGENT,
  deleteServerNic: NO_AGENT,
  migrateToMimic: { unsupported: 'it runs a later release than mimic' },
  connectIscsiTerminal: {
    unsupported: 'the gateway (tgt) has no shell; everything that it is told is in this interface',
  },
} satisfies Section;

/** Operations of which a part is not possible. */
export interface Limit {
  readonly operations: readonly OperationId[];
  /** Ends the sentence "not possible on this cluster: …". */
  readonly why: string;
}

/** The operations whose handlers decline a part of what can be asked of them; docs/engines.md lists them. */
export const LIMITS: readonly Limit[] = [
  {
    operations: ['createIscsiService', 'addIscsiGateway', 'createNfsService', 'updateNfsService'],
    why: 'no agent runs on other servers; storedeck serve, started there, makes its own server a gateway',
  },
  {
    operations: ['executeHook'],
    why: 'no agent runs on other servers that could run a script there',
  },
  {
    operations: ['updateServerDisk'],
    why: 'no agent runs on the servers that could prepare a disk; the device class of an OSD is changed, and an OSD whose daemon has stopped is ended (role unassigned)',
  },
  {
    operations: ['deleteDisk', 'deleteServerDisk'],
    why: 'no agent runs on the servers that could change a disk that is no OSD; an OSD is emptied, and deleted when its daemon has stopped',
  },
  {
    operations: ['getGraph'],
    why: 'no agent runs on the other servers that could measure them; their use of disks is known all the same',
  },
];
