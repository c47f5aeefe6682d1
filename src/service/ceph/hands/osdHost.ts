import { Refusal } from '../../engine.ts';
import type { Ceph } from '../ceph.ts';
import { dataDeviceOf, OSD_METADATA_KEYS, readOsdMetadata, type OsdMetadata } from '../disks/read.ts';
import type { OsdTree, OsdTreeNode } from '../osdTree.ts';
import { stopOsd } from './daemons.ts';
import type { Hands } from './hands.ts';
import { wipeDisk } from './osds.ts';

/** The server of an OSD, the folder of its daemon there and the name of its disk, as its daemon reported them last. */
export interface OsdHost {
  readonly hostname: string;
  readonly data: string;
  readonly device: string | undefined;
}

/** By the numbers of the OSDs; those of which the cluster knows nothing of the kind are left out. */
export async function osdHosts(ceph: Ceph): Promise<ReadonlyMap<number, OsdHost>> {
  type Reported = OsdMetadata & { readonly osd_data?: string };
  const only = [...OSD_METADATA_KEYS, 'osd_data'];
  const all = await ceph.read<Reported[]>({ prefix: 'osd metadata' }, { only, fresh: true });
  return new Map(
    all.flatMap((osd): [number, OsdHost][] => {
      const { id, hostname, osd_data: data } = osd;
      return hostname === undefined || data === undefined
        ? []
        : [[id, { hostname, data, device: dataDeviceOf(osd) }]];
    }),
  );
}

/** Undefined where the cluster knows nothing of the kind. */
export const osdHostOf = async (ceph: Ceph, osdId: number): Promise<OsdHost | undefined> =>
  (await osdHosts(ceph)).get(osdId);

/** Stops the daemon of an OSD by the hand on its server. @returns what was done, in words; undefined where no hand leads there */
export async function stopDaemon(
  hands: Hands,
  osdId: number,
  place: OsdHost | undefined,
): Promise<string | undefined> {
  const hand = place && hands.find(place.hostname);
  if (!hand) return undefined;
  await stopOsd(hand, osdId, { data: place.data, forever: true });
  return `the daemon of osd.${osdId} on ${place.hostname} has ended`;
}

const isDestroyed = ({ status }: OsdTreeNode): boolean => status === 'destroyed';

/** The OSDs that have anything on a disk, as their daemons reported it. */
export async function osdsOn(ceph: Ceph, host: string, device: string): Promise<readonly number[]> {
  const [osds, { nodes, stray }] = await Promise.all([
    readOsdMetadata(ceph),
    ceph.read<OsdTree>({ prefix: 'osd tree' }, { fixedBy: 'osdmap' }),
  ]);
  const ended = new Set([...nodes, ...stray].filter(isDestroyed).map(({ id }) => id));
  return osds
    .filter(({ id, hostname }) => hostname === host && !ended.has(id))
    .filter(({ devices, bluefs_db_devices: databases }) =>
      `${devices},${databases}`.split(',').includes(device),
    )
    .map(({ id }) => id);
}

/** @throws Refusal 409 for a disk that OSDs have something on, such as their databases */
export async function requireUnused(ceph: Ceph, host: string, device: string): Promise<void> {
  const users = await osdsOn(ceph, host, device);
  if (users.length > 0)
    throw new Refusal(409, `${device} of ${host} is in use by ${users.map((id) => `osd.${id}`).join(', ')}`);
}

/** Wipes the disk of an OSD that is no more, where a hand leads to it and no other OSD has something on it. */
export async function wipeAfter(
  { ceph, hands }: { readonly ceph: Ceph; readonly hands: Hands },
  osdId: number,
  place: OsdHost | undefined,
  say: (line: string) => void,
): Promise<void> {
  if (place?.device === undefined || !hands.find(place.hostname)) return;
  const { hostname, device } = place;
  const others = (await osdsOn(ceph, hostname, device)).filter((id) => id !== osdId);
  if (others.length === 0)
    return wipeDisk(hands, hostname, device, say).catch((failure: unknown) => {
      // The OSD has ended all the same.
      if (!(failure instanceof Refusal)) throw failure;
      say(`${device} of ${hostname} is left as it is: ${failure.message}`);
    });
  say(
    `${device} of ${hostname} is left as it is: ${others.map((id) => `osd.${id}`).join(', ')} is on it, too`,
  );
}
