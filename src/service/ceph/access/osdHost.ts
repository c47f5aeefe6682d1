import { ifRefused, Refusal } from '../../engine.ts';
import type { Ceph } from '../client/ceph.ts';
import type { ClusterParts } from '../clusterParts.ts';
import {
  type Database,
  databaseOf,
  dataDeviceOf,
  OSD_METADATA_KEYS,
  readOsdMetadata,
  type OsdMetadata,
} from '../disks/read.ts';
import type { OsdTree, OsdTreeNode } from '../map/osdTree.ts';
import type { Say } from '../tasks/board.ts';
import { stopOsd } from './daemons.ts';
import { wipeDisk } from './osds.ts';
import type { ServerAccess } from './serverAccess.ts';

/** The server of an OSD, its data directory, its disk and its separate database, as its daemon last reported them. */
export interface OsdHost {
  readonly hostname: string;
  readonly data: string;
  readonly device: string | undefined;
  readonly database?: Database | undefined;
  /** The namespace of the pod in which the daemon runs; undefined if Kubernetes does not run it. */
  readonly podNamespace?: string | undefined;
}

/** The servers of the OSDs by OSD id; OSDs for which the cluster has no metadata are missing. */
export async function osdHosts(ceph: Ceph): Promise<ReadonlyMap<number, OsdHost>> {
  type Reported = OsdMetadata & { readonly osd_data?: string; readonly pod_namespace?: string };
  const only = [...OSD_METADATA_KEYS, 'osd_data', 'pod_namespace'];
  const all = await ceph.read<Reported[]>({ prefix: 'osd metadata' }, { only, fresh: true });
  return new Map(
    all.flatMap((osd): [number, OsdHost][] => {
      const { id, hostname, osd_data: data, pod_namespace: podNamespace } = osd;
      return hostname === undefined || data === undefined
        ? []
        : [[id, { hostname, data, device: dataDeviceOf(osd), database: databaseOf(osd), podNamespace }]];
    }),
  );
}

/** The server of an OSD; undefined if the cluster has no metadata for it. */
export const osdHostOf = async (ceph: Ceph, osdId: number): Promise<OsdHost | undefined> =>
  (await osdHosts(ceph)).get(osdId);

/**
 * Stops the daemon of an OSD for good.
 * @returns a message for the log; undefined without access to the OSD's server, and for a pod, which Kubernetes would restart
 */
export async function stopDaemon(
  access: ServerAccess,
  osdId: number,
  host: OsdHost | undefined,
): Promise<string | undefined> {
  const helper = host && host.podNamespace === undefined ? access.find(host.hostname) : undefined;
  if (!host || !helper) return undefined;
  await stopOsd(helper, osdId, { data: host.data, forever: true });
  return `the daemon of osd.${osdId} on ${host.hostname} has stopped`;
}

/** Tells the operator how to stop the daemon of an OSD that this service cannot stop. `server` is its name if it has no metadata. */
export function stopAdvice(osdId: number, host: OsdHost | undefined, server: string): string {
  const pods = host?.podNamespace;
  return pods === undefined
    ? `its daemon still runs on ${server}, which this service cannot reach: run \`systemctl stop ceph-osd@${osdId}\` there to continue`
    : `its daemon still runs in a pod: to continue, run \`kubectl -n ${pods} scale deployment rook-ceph-operator rook-ceph-osd-${osdId} --replicas=0\` (Rook's operator, too, as it would start it again)`;
}

/** Tells the operator how to start the daemon of an OSD again. `server` is its name if it has no metadata. */
export function startAdvice(osdId: number, host: OsdHost | undefined, server: string): string {
  const pods = host?.podNamespace;
  return pods === undefined
    ? `start it on ${server} (\`systemctl enable --now ceph-osd@${osdId}\`)`
    : `start it and Rook's operator (\`kubectl -n ${pods} scale deployment rook-ceph-operator rook-ceph-osd-${osdId} --replicas=1\`)`;
}

/** Tells what is left to do in Kubernetes after an OSD was removed; undefined for an OSD that ran elsewhere. */
export const leftInKubernetes = (osdId: number, host: OsdHost | undefined): string | undefined =>
  host?.podNamespace &&
  `in Kubernetes, take its disk out of the CephCluster resource or wipe it, and run \`kubectl -n ${host.podNamespace} delete deployment rook-ceph-osd-${osdId}\`; then start Rook's operator again (\`kubectl -n ${host.podNamespace} scale deployment rook-ceph-operator --replicas=1\`)`;

const isDestroyed = ({ status }: OsdTreeNode): boolean => status === 'destroyed';

/** The metadata of the OSDs of a server, as their daemons last reported it; destroyed OSDs are left out. */
async function liveOsdsOf(ceph: Ceph, host: string): Promise<readonly OsdMetadata[]> {
  const [osds, { nodes, stray }] = await Promise.all([
    readOsdMetadata(ceph),
    ceph.read<OsdTree>({ prefix: 'osd tree' }, { fixedBy: 'osdmap' }),
  ]);
  const destroyed = new Set([...nodes, ...stray].filter(isDestroyed).map(({ id }) => id));
  return osds.filter(({ id, hostname }) => hostname === host && !destroyed.has(id));
}

/** The OSDs that have data or a database on a disk. */
export const osdsOn = async (ceph: Ceph, host: string, device: string): Promise<readonly number[]> =>
  (await liveOsdsOf(ceph, host))
    .filter(({ devices, bluefs_db_devices: databases }) =>
      `${devices},${databases}`.split(',').includes(device),
    )
    .map(({ id }) => id);

/** The OSDs that have their database on a disk, or on one partition of it. */
export const databaseUsers = async (
  ceph: Ceph,
  host: string,
  device: string,
  partition?: number,
): Promise<readonly number[]> =>
  (await liveOsdsOf(ceph, host))
    .filter((osd) => {
      const database = databaseOf(osd);
      return database?.device === device && (partition === undefined || database.partition === partition);
    })
    .map(({ id }) => id);

/** @throws Refusal 409 for a disk that holds data or a database of an OSD */
export async function requireUnused(ceph: Ceph, host: string, device: string): Promise<void> {
  const users = await osdsOn(ceph, host, device);
  if (users.length > 0)
    throw new Refusal(409, `${device} of ${host} is in use by ${users.map((id) => `osd.${id}`).join(', ')}`);
}

/** Wipes the disk of a destroyed OSD, if there is access to its server and no other OSD uses the disk. */
export async function wipeAfter(
  { ceph, access }: Pick<ClusterParts, 'ceph' | 'access'>,
  osdId: number,
  host: OsdHost | undefined,
  say: Say,
): Promise<void> {
  if (host?.device === undefined || !access.find(host.hostname)) return;
  const { hostname, device } = host;
  const others = (await osdsOn(ceph, hostname, device)).filter((id) => id !== osdId);
  if (others.length === 0)
    // The OSD is destroyed already, so a disk that cannot be wiped is not a failure.
    return wipeDisk(access, hostname, device, say).catch(
      ifRefused(({ message }) => say(`${device} of ${hostname} was not wiped: ${message}`)),
    );
  say(`${device} of ${hostname} was not wiped: ${others.map((id) => `osd.${id}`).join(', ')} is on it, too`);
}
