import type { OperationId } from '../../api/contract/index.ts';
import type { Section } from '../engine.ts';

/** The operations that this engine cannot do at all; docs/engines.md lists them. */
export const UNSUPPORTED = {
  connectIscsiTerminal: {
    unsupported: 'the gateway (tgt) has no shell; this API covers its whole configuration',
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
    why: 'gateways run on the server of the service and on servers that it can reach (`--ssh-config`), not on others',
  },
  {
    operations: ['createNfsService', 'updateNfsService'],
    why: 'gateways run on the server of the service and on servers that it can reach (`--ssh-config`), or all of them on servers of an orchestrator, not on others',
  },
  {
    operations: ['executeHook'],
    why: 'no script is run on servers that the service cannot reach (`--ssh-config`)',
  },
  {
    operations: ['updateServerDisk'],
    why: 'the disk of an OSD can only change its device class or be released (role unassigned); another disk can become an OSD, with its database on a journal disk, or be wiped of a previous one if its server can be reached (`--ssh-config`, or an orchestrator), and a journal disk if the service reaches the server itself; set up monitors, Filestore and RAID on the server itself',
  },
  {
    operations: ['getGraph'],
    why: 'servers that the service cannot reach (`--ssh-config`) are not measured, except for their disk usage',
  },
];
