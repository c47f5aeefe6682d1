import type { OperationId } from '../../api/contract/index.ts';
import type { Section } from '../engine.ts';

/** The operations that this engine cannot do at all; docs/engines.md lists them. */
export const UNSUPPORTED = {
  migrateToMimic: { unsupported: 'it runs a later release than mimic' },
  connectIscsiTerminal: {
    unsupported: 'the gateway (tgt) has no shell; everything that it is told is in this interface',
  },
} satisfies Section;

/** A restriction of some operations. */
export interface Limit {
  readonly operations: readonly OperationId[];
  /** Ends the sentence "not possible on this cluster: …". */
  readonly why: string;
}

/** The operations whose handlers refuse some valid requests; docs/engines.md lists them. */
export const LIMITS: readonly Limit[] = [
  {
    operations: ['createIscsiService', 'addIscsiGateway'],
    why: 'gateways run on the server of the service; storedeck serve, started on another one, makes its own server a gateway',
  },
  {
    operations: ['createNfsService', 'updateNfsService'],
    why: 'gateways run on the server of the service, or all of them on servers of an orchestrator; storedeck serve, started on another one, makes its own server a gateway',
  },
  {
    operations: ['executeHook'],
    why: 'on a server that nothing leads to (`--ssh-config`), no script is run',
  },
  {
    operations: ['updateServerDisk'],
    why: 'of the disk of an OSD, the device class is changed, or its OSD is ended (role unassigned); another disk becomes an OSD, or is wiped of a former one, where its server can be reached (`--ssh-config`, or an orchestrator); monitors, separate databases and RAID are made there',
  },
  {
    operations: ['getGraph'],
    why: 'servers that nothing leads to (`--ssh-config`) are not measured; their use of disks is known all the same',
  },
];
