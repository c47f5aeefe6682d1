import type { Disk } from '../../../api/contract/disks.ts';
import { Refusal } from '../../engine.ts';
import { idFor } from '../servers.ts';
import type { Hand, Hands } from './hands.ts';
import type { HostDisk } from './hostDisk.ts';
import type { Told } from './lately.ts';

const LOOKING_MS = 30_000;
/** A client waits for ten seconds. */
const ONE_MS = 8000;

/** The id of a disk that Ceph does not number, as that of a journal. */
export const hostDiskId = (host: string, name: string): number => idFor(`${host}/${name}`);

/** ceph-volume refuses smaller ones. */
const LEAST_BYTES = 5 * 1024 ** 3;

/** The reason why a disk cannot become an OSD as it is; undefined where it can. */
export function unfit({ holds, refused, readOnly, removable, size }: HostDisk): string | undefined {
  if (holds.length > 0) return `it carries ${holds.join(', ')}`;
  if (refused !== undefined) return refused;
  if (readOnly) return 'it is read-only';
  if (removable) return 'it is removable';
  return size < LEAST_BYTES ? 'it is smaller than 5 GiB' : undefined;
}

const noAnswer = (host: string, ms: number) =>
  new Refusal(503, `${host} did not answer within ${ms / 1000} s: nothing is known of its disks now`);

/** The disks of a server. */
export const readDisks = ({ call }: Hand): Promise<readonly HostDisk[]> =>
  call<readonly HostDisk[]>('host.disks', {}, { timeoutMs: LOOKING_MS });

async function readDisk(hands: Hands, host: string, name: string): Promise<HostDisk | undefined> {
  const there = await hands.orchestrated(host);
  if (there?.away !== undefined) throw new Refusal(503, there.away);
  if (there) return there.disks.find((disk) => disk.name === name);
  const meanings = { ETIMEDOUT: noAnswer(host, ONE_MS) };
  const options = { timeoutMs: ONE_MS, meanings };
  const [disk] = await hands.on(host).call<readonly HostDisk[]>('host.disks', { only: name }, options);
  return disk;
}

/** A disk of a server as it is now, or as the orchestrator saw it last. @throws Refusal 404, 501, 503 */
export async function findDisk(hands: Hands, host: string, name: string): Promise<HostDisk> {
  const disk = await readDisk(hands, host, name);
  if (disk) return disk;
  throw new Refusal(404, `${host} has no disk ${name}: list the disks to see which there are`);
}

const classOf = ({ name, rotates }: HostDisk): string =>
  name.startsWith('nvme') ? 'nvme' : rotates ? 'hdd' : 'ssd';

const ownWords = ({ model, serial, wwn, smart }: HostDisk): Disk => ({
  ...(serial !== '' && { serial }),
  ...(model !== '' && { info: model }),
  ...(wwn !== '' && { wwn }),
  ...(smart && { smart: { status: smart.status, details: smart.details } }),
});

/** The disks that Ceph knows of, with what the servers tell of them, and those that only the servers know of. */
export function withHostDisks(
  known: readonly Disk[],
  seen: ReadonlyMap<string, Told<readonly HostDisk[]>>,
  servers: ReadonlyMap<string, number>,
): Disk[] {
  const told = new Set<string>();
  const key = (host: string, name: string) => `${host}/${name}`;
  const enriched = known.flatMap((disk): Disk[] => {
    const { hostname = '', name = '' } = disk;
    const there = seen.get(hostname);
    const found = there?.value.find((one) => one.name === name);
    if (!there || !found) return [disk];
    // The server knows better what became of the disk of an OSD that has ended.
    if (disk.role === 'old_osd') return [];
    told.add(key(hostname, name));
    return [{ ...disk, ...ownWords(found), lastSeen: there.age }];
  });
  const others = [...seen].flatMap(([hostname, there]) =>
    there.value.flatMap((found): Disk[] => {
      if (told.has(key(hostname, found.name))) return [];
      const why = unfit(found);
      const server = servers.get(hostname);
      return [
        {
          id: hostDiskId(hostname, found.name),
          hostname,
          ...(server !== undefined && { server }),
          role: roleOf(found),
          name: found.name,
          path: found.path,
          capacity: found.size,
          deviceClass: classOf(found),
          // A server that lets nobody in may be well: it is not told to be silent.
          lastSeen: there.age,
          ...ownWords(found),
          ...(why !== undefined && { info: [found.model, why].filter(Boolean).join('; ') }),
        },
      ];
    }),
  );
  return [...enriched, ...others];
}

/** The use of a disk that no daemon reports. */
function roleOf(disk: HostDisk): 'unassigned' | 'old_osd' | 'other' {
  if (unfit(disk) === undefined) return 'unassigned';
  return isOfOsd(disk) ? 'old_osd' : 'other';
}

const LVM = 'LVM2_member';

/** True where all that is on a disk is of an OSD: its store itself, or in volumes of LVM that ceph-volume named. */
export const isOfOsd = ({ holds }: HostDisk): boolean =>
  holds.some((what) => what !== LVM) &&
  holds.every((what) => what === LVM || what.startsWith('ceph_') || what.startsWith('ceph--'));
