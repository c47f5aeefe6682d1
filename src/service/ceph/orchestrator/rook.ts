import { notPossible } from '../../engine.ts';
import type { OrchServer } from './orchestrator.ts';

const BACKEND = 'rook';

/**
 * Refuses orders about disks where only Rook's operator changes them: its module (20.2) fails at a new OSD, and calls a disk
 * wiped when it has only asked Kubernetes to do that.
 * @throws Refusal 501
 */
export function requireOrders(server: OrchServer | undefined, host: string): void {
  if (server?.backend === BACKEND)
    throw notPossible(
      `Rook's operator alone changes the disks of ${host}: name them under \`storage\` of the CephCluster resource (\`kubectl -n rook-ceph edit cephcluster\`)`,
    );
}

/** True if the orchestrator of a server has a maintenance mode. */
export const hasMaintenanceMode = ({ backend }: OrchServer): boolean => backend !== BACKEND;

/** @throws Refusal 501 for a server of Rook, which has no maintenance mode */
export function requireMaintenanceMode(server: OrchServer, host: string): void {
  if (!hasMaintenanceMode(server))
    throw notPossible(
      `Rook has no maintenance mode: set the flag noout and run \`kubectl drain ${host} --ignore-daemonsets --delete-emptydir-data\`; \`kubectl uncordon ${host}\` ends it`,
    );
}
